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
    '#e07263',
    '#e7915b',
    '#eab35f',
    '#e5d276',
    '#b2c56d',
    '#7db97e',
    '#72bcb5',
    '#6ca6ca',
    '#838dc9',
    '#c083ba',
    '#a0869c',
    '#564e45',
    '#978e82',
    '#b8ae9e',
    '#ddd3c0',
  ],
  corners: { shape: 'round', row: 6, tile: 5 },
  outline: { color: '#2a2420', width: 2 },
  shadow: { color: '#2a2420', dx: 3, dy: 3 },
  texture: { kind: 'grid', color: '#e9dec7', step: 36 },
};
