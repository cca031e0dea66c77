// The drawing process: a slow board does not delay the page or other requests.

import { builtInThemes, themeSet } from '../../dist/themes/theme-set.js';
import { createEngine } from '../../dist/workers/engine.js';
import { boards } from '../contact-boards.mjs';
import { loadContactPicture } from '../contact-pictures.mjs';

let engine;
let engineVersion;

/** Ctrl+C reaches the whole process group; this process exits with its parent. */
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));

process.on('message', (job) => {
  draw(job).then(
    (drawn) => process.send(drawn),
    (error) => process.send({ problem: error.stack ?? String(error) }),
  );
});

async function draw({ theme, version, isBuiltIn, board, aspectRatio, format }) {
  if (version !== engineVersion) {
    engine = createEngine({ rasteriser: 'resvg', themes: isBuiltIn ? builtInThemes : themeSet([theme]) });
    engineVersion = version;
  }
  const spec = {
    board: boards[board],
    aspectRatio,
    theme: theme.name,
    scale: 1,
    format,
    watermark: true,
  };
  const { bytes, warnings } = await engine.render(spec, { load: loadContactPicture });
  return { bytes, warnings };
}
