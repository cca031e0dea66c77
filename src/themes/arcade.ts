import type { Theme } from './theme.ts';

/** A cabinet screen: near-black violet, neon, stepped corners, pixel type, faint scan lines. */
export const arcade: Theme = {
  name: 'arcade',
  fonts: {
    title: ['press-start-2p', 'zcool-qingke'],
    tier: ['handjet-800', 'zcool-qingke'],
    label: ['handjet-700', 'zcool-qingke'],
  },
  colors: {
    ground: '#0d0618',
    title: '#f9f34a',
    lane: '#190d2c',
    tile: '#26134a',
    label: '#f3ecff',
    inkDark: '#0d0618',
    inkLight: '#ffffff',
    watermark: '#a58bd6',
  },
  palette: [
    '#ff3f69',
    '#ff7941',
    '#ffb346',
    '#ffee37',
    '#b4f333',
    '#4bf16f',
    '#03f3ea',
    '#47bfff',
    '#6d86ff',
    '#f761e8',
    '#a569b7',
    '#4e3c71',
    '#8577a8',
    '#b3a9cf',
    '#ece5fe',
  ],
  corners: { shape: 'stepped', row: 12, tile: 9 },
  outline: { color: '#5a35a3', width: 2 },
  texture: { kind: 'scanlines', color: '#9a6bff', step: 4, opacity: 0.07 },
};
