import type { Theme } from './theme.ts';

/** Deep blue-black ground, quiet lanes, saturated tier colours, a crisp modern sans. */
export const night: Theme = {
  name: 'night',
  fonts: {
    title: ['inter-800', 'noto-sans-sc-800'],
    tier: ['inter-800', 'noto-sans-sc-800'],
    label: ['inter-600', 'noto-sans-sc-600'],
  },
  colors: {
    ground: '#0b0f1a',
    title: '#f4f6fc',
    lane: '#161d2f',
    tile: '#232c44',
    label: '#eef1fa',
    inkDark: '#0b0f1a',
    inkLight: '#ffffff',
    watermark: '#8b95b3',
  },
  palette: [
    '#f86970',
    '#ff8f57',
    '#ffb54f',
    '#f2dd5a',
    '#b3e15f',
    '#5dd983',
    '#52d8d6',
    '#55b8f8',
    '#8391f7',
    '#d47ee1',
    '#9f7aa4',
    '#464d5e',
    '#778096',
    '#a9b1c5',
    '#dfe5f1',
  ],
  corners: { shape: 'round', row: 10, tile: 8 },
  edge: { color: '#303b59', height: 2 },
};
