// The ruler: shows the pointer's position on an image in pixels of the canvas, and the distance of a drag.

/**
 * @param frame the element that shows the image, at any size
 * @param canvas the image's width and height in pixels
 * @param ruler the svg over the whole window in which the ruler is drawn
 */
export function measureOn(frame, canvas, ruler) {
  let from;
  frame.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    frame.setPointerCapture(event.pointerId);
    from = placeOf(event, frame, canvas);
    show(event);
  });
  frame.addEventListener('pointermove', show);
  frame.addEventListener('pointerup', () => {
    from = undefined;
  });
  frame.addEventListener('pointerleave', () => ruler.removeAttribute('data-on'));

  function show(event) {
    const to = placeOf(event, frame, canvas);
    const box = frame.getBoundingClientRect();
    ruler.setAttribute('data-on', '');
    ruler
      .querySelector('#cross')
      .setAttribute('d', `M${box.left} ${to.y}H${box.right}M${to.x} ${box.top}V${box.bottom}`);
    ruler
      .querySelector('#distance')
      .setAttribute('d', from ? `M${from.x} ${from.y}H${to.x}V${to.y}H${from.x}zL${to.x} ${to.y}` : '');
    write(ruler.querySelector('#reading'), reading(from, to), to);
  }
}

/** Returns a position in the window and the canvas pixel that is shown there. */
function placeOf({ clientX, clientY }, frame, { width, height }) {
  const box = frame.getBoundingClientRect();
  const within = (value, length, pixels) =>
    Math.min(pixels - 1, Math.max(0, Math.floor((value / length) * pixels)));
  return {
    x: clientX,
    y: clientY,
    left: within(clientX - box.left, box.width, width),
    top: within(clientY - box.top, box.height, height),
  };
}

function reading(from, to) {
  if (!from) return `${to.left}, ${to.top}`;
  const [across, down] = [Math.abs(to.left - from.left), Math.abs(to.top - from.top)];
  return `${across} × ${down}, ${Math.hypot(across, down).toFixed(1)} px`;
}

/** Writes a text beside the pointer, on the side with enough room. */
function write(group, text, { x, y }) {
  group.querySelector('text').textContent = text;
  const width = 16 + group.querySelector('text').getComputedTextLength();
  group.querySelector('rect').setAttribute('width', width);
  const left = x + 14 + width > innerWidth ? x - 14 - width : x + 14;
  const top = y + 40 > innerHeight ? y - 36 : y + 14;
  group.setAttribute('transform', `translate(${left} ${top})`);
}
