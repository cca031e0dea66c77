import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import { keptResults } from './keep-results.mjs';

// Runs the benchmarks of docs/benchmarks.md and draws their charts into docs/pictures/. npm run --prefix bench charts
// With --drawn, it draws the results of the last run again.
const charts = [
  {
    script: 'compare',
    figure: 'cpu',
    file: 'benchmark-boards',
    title: 'A new board of text',
    unit: 'ms of CPU time',
  },
  {
    script: 'compare',
    figure: 'kilobytes',
    file: 'benchmark-bytes',
    title: 'The size of its lossless WebP',
    unit: 'kB',
  },
  {
    script: 'pictures',
    figure: 'cpu',
    file: 'benchmark-photos',
    title: 'A board of 40 words and 40 photos',
    unit: 'ms of CPU time',
  },
  {
    script: 'cached',
    figure: 'perSecond',
    file: 'benchmark-cached',
    title: 'A cached answer beside the least that Koa can do',
    unit: 'requests a second: more is better',
  },
];

if (!process.argv.includes('--drawn'))
  for (const script of new Set(charts.map((chart) => chart.script)))
    execFileSync(process.execPath, [join(import.meta.dirname, `${script}.mjs`)], { stdio: 'inherit' });

const machine = `${cpus().length} cores, ${cpus()[0].model.trim()}, Node.js ${process.versions.node}`;
const day = new Date().toISOString().slice(0, 10);
for (const { script, figure, file, title, unit } of charts) {
  const rows = keptResults(script).map(({ group, name, [figure]: value }) => ({ group, name, value }));
  const view = new View(parse(compile(barChart({ title, unit, rows })).spec), { renderer: 'none' });
  const target = new URL(`../docs/pictures/${file}.svg`, import.meta.url);
  writeFileSync(target, `${await view.toSVG()}\n`);
  view.finalize();
}

/** Returns one group of bars for each board, in the order of the rows; ours are coloured. */
function barChart({ title, unit, rows }) {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const names = [...new Set(rows.map(({ name }) => name))];
  const bar = { field: 'name', type: 'nominal', sort: names, axis: { title: null } };
  const length = {
    field: 'value',
    type: 'quantitative',
    axis: null,
    scale: { domainMax: 1.15 * Math.max(...rows.map(({ value }) => value)) },
  };
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: {
      text: title,
      subtitle: `${unit} · ${machine} · ${day}`,
      anchor: 'start',
      subtitleColor: '#5b6270',
    },
    background: '#ffffff',
    padding: 16,
    data: { values: rows },
    facet: {
      row: {
        field: 'group',
        sort: groups,
        header: {
          title: null,
          labelOrient: 'top',
          labelAnchor: 'start',
          labelFontWeight: 'bold',
          labelPadding: 4,
        },
      },
    },
    spec: {
      width: 460,
      height: { step: 22 },
      encoding: { y: bar, x: length },
      layer: [
        {
          mark: { type: 'bar', cornerRadiusEnd: 3 },
          encoding: {
            color: {
              condition: { test: "indexof(datum.name, 'tierpress') === 0", value: '#d9483b' },
              value: '#b9c0cc',
            },
          },
        },
        {
          mark: { type: 'text', align: 'left', dx: 5 },
          encoding: { text: { field: 'value', format: ',.3~r' } },
        },
      ],
    },
    config: {
      font: 'system-ui, sans-serif',
      view: { stroke: null },
      axis: { domain: false, ticks: false, labelFontSize: 12, labelLimit: 260, labelPadding: 8 },
      header: { labelFontSize: 12 },
      title: { fontSize: 15, offset: 12 },
      text: { fontSize: 12 },
      facet: { spacing: 14 },
    },
  };
}
