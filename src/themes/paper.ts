import type { Theme } from './theme.ts';

/** Warm paper, ink lines, muted print colours, a bookish serif, cards with a hard offset shadow. */
export const paper: Theme = {
  name: 'paper',
  fonts: {
    title: ['literata-800', 'noto-serif-sc-800'],
    tier: ['literata-800', 'noto-serif-sc-800'],
    label: ['literata-600', 'noto-serif-sc-600'],
  },
  colors: {
    ground: '#f3ead8',
    title: '#2a2420',
    lane: '#ebdfc6',
    tile: '#fdf8ec',
    label: '#2a2420',
    inkDark: '#2a2420',
    inkLight: '#fffaf0',
    watermark: '#6f604c',
  },
  palette: [
    '#e8705f',
    '#ee9a5c',
    '#f0bd5f',
    '#e9d46c',
    '#b9c66a',
    '#86b877',
    '#6fb5a5',
    '#6ea3bf',
    '#7d8cc0',
    '#a482bd',
    '#cf7f9d',
    '#a98467',
    '#8c8578',
    '#b5ab98',
    '#d9cfba',
  ],
  corners: { shape: 'round', row: 6, tile: 5 },
  outline: { color: '#2a2420', width: 2 },
  shadow: { color: '#2a2420', dx: 3, dy: 3 },
  texture: { kind: 'grid', color: '#e9dec7', step: 36 },
};
