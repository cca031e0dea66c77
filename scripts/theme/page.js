// The page of theme:dev: a contact sheet that follows its theme's file.
import { measureOn } from './ruler.js';

/** Maximum number of concurrent requests: one is being drawn, the other is next. */
const maxRequests = 2;

const { boards, ratios } = await (await fetch('sheet.json')).json();
const choices = new URLSearchParams(location.search);
const element = (id) => document.getElementById(id);
const figures = boards.flatMap(addBoard);
let themes = [];
/** The theme and version that the figures show. */
let shown = '';
let running = 0;

for (const name of ['ratio', 'size', 'surround']) {
  for (const input of document.getElementsByName(name)) {
    if (input.value === choices.get(name)) input.checked = true;
    input.addEventListener('change', () => choose(name, input.value));
  }
}
element('theme').addEventListener('change', ({ target }) => choose('theme', target.value));
addEventListener('scroll', drawMore, { passive: true });
addEventListener('resize', drawMore);
applyChoices();

const events = new EventSource('events');
events.onmessage = ({ data }) => {
  themes = JSON.parse(data);
  element('theme').replaceChildren(
    ...themes.map(({ name, isBuiltIn }) => new Option(isBuiltIn ? `${name} (built in)` : name, name)),
  );
  applyChoices();
};
events.onerror = () => say('theme:dev does not answer; is it still running?');

function choose(name, value) {
  choices.set(name, value);
  history.replaceState(null, '', `?${choices}`);
  applyChoices();
}

/** Applies the choices, and draws the boards that they require. */
function applyChoices() {
  const root = document.documentElement;
  root.dataset.size = choices.get('size') ?? 'sheet';
  root.dataset.surround = choices.get('surround') ?? 'dark';
  const ratio = choices.get('ratio') ?? 'all';
  for (const figure of figures) figure.node.hidden = ratio !== 'all' && ratio !== figure.ratio;

  const theme = themes.find(({ name }) => name === choices.get('theme')) ?? themes[0];
  if (theme === undefined) return;
  element('theme').value = theme.name;
  document.title = theme.name;
  showProblems(theme);
  if (theme.problems) return;
  const wanted = `${theme.name}/${theme.version}`;
  if (wanted !== shown) redraw(wanted);
  drawMore();
}

function showProblems({ name, problems = [] }) {
  const isBroken = problems.length > 0;
  element('sheet').hidden = isBroken;
  element('problems').hidden = !isBroken;
  element('problems').querySelector('h1').textContent = `${name} cannot be drawn`;
  element('problems')
    .querySelector('ul')
    .replaceChildren(...problems.map((problem) => withText('li', problem)));
  if (!isBroken) return;
  redraw('');
  say(problems.length === 1 ? 'one problem' : `${problems.length} problems`);
}

/** Marks all boards as outdated, and removes them if the theme is invalid. */
function redraw(wanted) {
  shown = wanted;
  for (const figure of figures) {
    figure.abort?.abort();
    figure.node.dataset.state = 'stale';
    figure.svg.href = `boards/${wanted}/${figure.path}.svg`;
    if (wanted === '') figure.image.removeAttribute('src');
  }
}

/** Draws visible boards first, then the rest in order. */
function drawMore() {
  while (running < maxRequests && shown !== '') {
    const waiting = figures.filter(({ node }) => !node.hidden && node.dataset.state === 'stale');
    const figure = waiting.find(({ node }) => isVisible(node)) ?? waiting[0];
    if (figure === undefined) break;
    void draw(figure);
  }
  const all = figures.filter(({ node }) => !node.hidden);
  const ready = all.filter(({ node }) => node.dataset.state === 'drawn').length;
  if (shown !== '') say(ready === all.length ? `${ready} boards` : `${ready} of ${all.length} boards`);
}

async function draw(figure) {
  const version = shown;
  const abort = new AbortController();
  figure.abort = abort;
  figure.node.dataset.state = 'drawing';
  running += 1;
  try {
    const answer = await fetch(`boards/${version}/${figure.path}.png`, { signal: abort.signal });
    if (!answer.ok) throw new Error(await answer.text());
    const picture = await answer.blob();
    abort.signal.throwIfAborted();
    await showPicture(figure, picture);
    abort.signal.throwIfAborted();
    const shortened = Number(answer.headers.get('X-Warnings'));
    figure.note.textContent = shortened === 0 ? '' : `${shortened} shortened`;
    figure.node.dataset.state = 'drawn';
    figure.node.dataset.version = version;
  } catch (error) {
    if (!abort.signal.aborted) {
      figure.note.textContent = error.message;
      figure.node.dataset.state = 'failed';
    }
  } finally {
    running -= 1;
    drawMore();
  }
}

async function showPicture({ image }, blob) {
  const before = image.src;
  image.src = URL.createObjectURL(blob);
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
  });
  if (before.startsWith('blob:')) URL.revokeObjectURL(before);
}

function isVisible(node) {
  const { top, bottom } = node.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function addBoard(board) {
  const row = withClass('div', 'board');
  element('sheet').append(withText('h2', board), row);
  return ratios.map((ratio) => {
    const node = document.createElement('figure');
    const frame = withClass('div', 'frame');
    frame.style.setProperty('--ratio', `${ratio.width} / ${ratio.height}`);
    frame.style.setProperty('--width', `${ratio.width}px`);
    const image = document.createElement('img');
    image.alt = `${board} ${ratio.value}`;
    image.draggable = false;
    frame.append(image);
    const note = document.createElement('span');
    const svg = withText('a', 'SVG');
    svg.target = '_blank';
    const caption = document.createElement('figcaption');
    caption.append(withText('span', ratio.value), note, svg);
    node.append(frame, caption);
    row.append(node);
    measureOn(frame, ratio, element('ruler'));
    return { node, image, note, svg, ratio: ratio.value, path: `${board}/${ratio.value.replace(':', 'x')}` };
  });
}

function withText(tag, text) {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
}

function withClass(tag, name) {
  const node = document.createElement(tag);
  node.className = name;
  return node;
}

function say(text) {
  element('status').textContent = text;
}
