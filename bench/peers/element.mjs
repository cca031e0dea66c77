/**
 * Converts a sheet into a tree of absolutely positioned boxes, for renderers of CSS: one node for each rectangle,
 * with its text. `make` creates a node of the renderer.
 */
export function element({ width, height, ground, boxes }, make) {
  const children = boxes.map((box) => {
    const style = { position: 'absolute', ...place(box), ...surface(box) };
    return box.text === undefined
      ? make.box(style, [])
      : make.words({ ...style, ...type(box.text) }, box.text.lines.join('\n'));
  });
  return make.box(
    { position: 'relative', display: 'flex', width, height, backgroundColor: ground },
    children,
  );
}

const place = ({ x, y, width, height }) => ({ left: x, top: y, width, height });

function surface({ fill, radius, corners, edge }) {
  if (fill === undefined) return {};
  return {
    backgroundColor: fill,
    borderRadius: corners ? corners.map((corner) => `${corner}px`).join(' ') : radius,
    // The way to write an edge that both renderers draw fastest; two boxes or an inset shadow cost more.
    ...(edge && { borderTop: `${edge.height}px solid ${edge.color}` }),
  };
}

/** Lines are already broken (`pre`), which saves the renderer its own line breaking. */
function type({ size, weight, color, pitch }) {
  return {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    whiteSpace: 'pre',
    fontFamily: '"Inter", "Noto Sans SC"',
    fontSize: size,
    fontWeight: weight,
    lineHeight: `${pitch}px`,
    color,
  };
}
