import { fromBuild } from './build.mjs';
import { brokenLines } from './lines.mjs';

const { createEngine } = await fromBuild('workers/engine.js');
const { inkOn } = await fromBuild('themes/contrast.js');
const { themes } = await fromBuild('themes/index.js');
const engine = createEngine({ rasteriser: 'resvg' });

/**
 * Converts a spec into input for the peers, with our own layout: rectangles with flat colours, and text with its
 * size, face and line breaks. So the peers skip the layout, which is measured for us, and draw the same image.
 */
export function sheetOf(spec) {
  const placed = engine.layOut(spec);
  const theme = themes[spec.theme];
  const { ground, title, lane, tile, label, watermark } = theme.colors;
  const { row: rowRadius, tile: tileRadius } = theme.corners;
  const boxes = [];
  if (placed.title) boxes.push({ ...placed.title.box, text: words(placed.title.text, 800, title) });
  placed.rows.forEach((row, index) => {
    const color = row.color ?? theme.palette[index % theme.palette.length];
    boxes.push({ ...row.box, radius: rowRadius, fill: lane });
    boxes.push({
      ...row.cell,
      corners: [rowRadius, 0, 0, rowRadius],
      fill: color,
      text: words(row.title, 800, inkOn(color, theme.colors)),
    });
    for (const { item, box, label: placedLabel } of row.tiles) {
      if (item.kind === 'picture') {
        boxes.push({ ...box, radius: tileRadius, fill: tile, picture: item.address });
        continue;
      }
      boxes.push({
        ...box,
        radius: tileRadius,
        fill: tile,
        edge: theme.edge,
        text: words(placedLabel, 600, label),
      });
    }
  });
  if (placed.watermark)
    boxes.push({ ...placed.watermark.box, text: words(placed.watermark.text, 600, watermark) });
  return { ...placed.canvas, ground, boxes };
}

function words(text, weight, color) {
  const [first, second] = text.lines;
  return {
    lines: brokenLines(text, weight),
    /** The baselines of our lines, for the peer that positions text by baseline. */
    places: text.lines.map(({ x, baseline, width }) => ({ x, baseline, width })),
    size: text.size,
    pitch: first && second ? second.baseline - first.baseline : Math.round(text.size * 1.16),
    weight,
    color,
  };
}
