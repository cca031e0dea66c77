import type { Theme } from './theme.ts';

/** A cabinet screen: near-black violet, neon, stepped corners, pixel type, scan lines one hardly sees. */
export const arcade: Theme = {
  name: 'arcade',
  fonts: {
    title: ['press-start-2p', 'zcool-qingke'],
    tier: ['handjet-700', 'zcool-qingke'],
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
    '#ff3d68',
    '#ff7a2f',
    '#ffb52e',
    '#ffee3d',
    '#b6f536',
    '#3df56b',
    '#2ff5d0',
    '#35c8ff',
    '#5a8bff',
    '#b06bff',
    '#ff5be0',
    '#b07fd0',
    '#8577a8',
    '#b3a8cf',
    '#ece4ff',
  ],
  corners: { shape: 'stepped', row: 12, tile: 9 },
  outline: { color: '#5a35a3', width: 2 },
  texture: { kind: 'scanlines', color: '#9a6bff', step: 4, opacity: 0.07 },
};
