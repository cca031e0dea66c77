import { CsvError, parse } from 'csv-parse/sync';
import { BrokenFiles } from '../../model/broken-files.ts';
import { didYouMean } from '../../model/nearest.ts';
import { type DraftItem, qualifiedEmoji, readTags, tidy } from './draft.ts';

const required = ['en', 'zh', 'ru'] as const;
const columns = [...required, 'emoji', 'icon', 'art', 'tags'] as const;
type Column = (typeof columns)[number];

/** What a table says of a template. */
export interface CsvItems {
  readonly items: readonly DraftItem[];
  /** Of all rows together. */
  readonly tags: readonly string[];
  /** Replaces paths inside the template, as in `items[0].label.zh`, by places in the table, as in `line 2, column zh`. */
  readonly placed: (problem: string) => string;
}

/**
 * Reads a table of items: a line with the names of the columns, in any order, and a line for each item. Cells are separated
 * by commas, semicolons or tabs, whichever the first line has. The texts of the cells are not checked.
 *
 * @param name of the file, for problems
 * @throws BrokenFiles when it is not such a table
 */
export function readCsv(name: string, text: string): CsvItems {
  const [header, ...rows] = linesOf(name, text);
  const names = header?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const problems = [
    ...headerProblems(names),
    ...(rows.length === 0 ? ['has no items'] : []),
    ...rows.flatMap((row) => longer(row, names.length)),
  ];
  if (problems.length > 0) throw broken(name, problems);

  const cellOf = (row: Line, column: Column) => tidy(row.cells[names.indexOf(column)] ?? '');
  const tags = new Map(
    rows.flatMap((row) => readTags(cellOf(row, 'tags')).map((tag) => [tag.toLowerCase(), { tag, row }])),
  );
  const tagged = [...tags.values()];
  return {
    items: rows.map((row) => readRow((column) => cellOf(row, column))),
    tags: tagged.map(({ tag }) => tag),
    placed: (problem) => {
      const placed = problem
        .replace(/\bitems\[(\d+)\](?:\.label)?(?:\.(\w+))?/gu, (_, index, column) =>
          placeOf(rows[Number(index)], column),
        )
        .replace(/\btags\[(\d+)\]/gu, (path, index) => {
          const row = tagged[Number(index)]?.row;
          return row ? placeOf(row, 'tags') : path;
        });
      return placed === problem ? problem : `${name}: ${placed}`;
    },
  };
}

interface Line {
  /** Of the file, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

function linesOf(name: string, text: string): readonly Line[] {
  const [first = ''] = text.split('\n', 1);
  const delimiter = [';', '\t'].find((one) => first.includes(one)) ?? ',';
  const lines: Line[] = [];
  try {
    parse(text, {
      bom: true,
      delimiter,
      on_record: (cells: string[], { lines: number }) => {
        lines.push({ number, cells });
        return null;
      },
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
    return lines;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw broken(name, [`line ${error['lines']}: ${error.message}`]);
  }
}

function broken(name: string, problems: readonly string[]): BrokenFiles {
  return new BrokenFiles(
    'items',
    problems.map((problem) => `${name}: ${problem}`),
  );
}

function headerProblems(names: readonly string[]): string[] {
  const known: readonly string[] = columns;
  return [
    ...required.filter((name) => !names.includes(name)).map((name) => `line 1: has no column ${name}`),
    ...names.flatMap((name, i) => {
      if (!known.includes(name)) return [`line 1: there is no column "${name}"${didYouMean(name, known)}`];
      return names.indexOf(name) === i ? [] : [`line 1: has two columns ${name}`];
    }),
  ];
}

function longer({ number, cells }: Line, width: number): string[] {
  return cells.length <= width ? [] : [`line ${number}: has ${cells.length} cells, and line 1 has ${width}`];
}

function readRow(cell: (column: Column) => string): DraftItem {
  const [emoji, icon, art] = [cell('emoji'), cell('icon'), cell('art')];
  return {
    label: { en: cell('en'), zh: cell('zh'), ru: cell('ru') },
    ...(emoji && { emoji: qualifiedEmoji(emoji) ?? emoji }),
    ...(icon && { icon }),
    ...(art && { art }),
  };
}

function placeOf(row: Line | undefined, column: string | undefined): string {
  const line = `line ${row?.number}`;
  return column === undefined ? line : `${line}, column ${column}`;
}
