// The text cases of the tests as boards for the contact sheet, one row for each kind of text.
import { readFileSync } from 'node:fs';
import { transform } from 'esbuild';

/** Maximum number of labels on a board, for the type sizes of a well-filled one. */
const maxLabels = 40;

const source = readFileSync(new URL('../test/text/cases.ts', import.meta.url), 'utf8');
const { code } = await transform(source, { loader: 'ts' });
const { textCases } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

const boards = [];
for (const [kind, labels] of Object.entries(textCases)) {
  const tier = { title: kind, color: null, items: labels.map((label) => ({ kind: 'text', label })) };
  const last = boards.at(-1);
  const drawn = last?.tiers.reduce((sum, { items }) => sum + items.length, 0) ?? maxLabels;
  if (last && drawn + labels.length <= maxLabels) last.tiers.push(tier);
  else boards.push({ title: '', tiers: [tier] });
}

export const textBoards = Object.fromEntries(boards.map((board, index) => [`text${index + 1}`, board]));
