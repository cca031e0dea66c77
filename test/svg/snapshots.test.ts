import { fileURLToPath } from 'node:url';
import { themeNames } from '../../src/model/vocabulary.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { describeSnapshots } from '../support/snapshots.ts';

const engine = createEngine({ rasteriser: 'resvg' });
const folder = fileURLToPath(new URL('../snapshots/', import.meta.url));

for (const theme of themeNames) describeSnapshots(engine, theme, folder);
