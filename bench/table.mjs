/** Rows of texts and numbers as lines with columns under each other: the first to the left, the rest to the right. */
export function table(head, rows) {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  '),
  );
  return [lines[0], '-'.repeat(lines[0].length), ...lines.slice(1)].join('\n');
}

export const ms = (value) => value.toFixed(1);
export const ratio = (value) => value.toFixed(2);
