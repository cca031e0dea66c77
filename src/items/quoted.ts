const longest = 40;

/** A caller's text in quotes for a message, cut to 40 characters. */
export function quoted(text: string): string {
  // Cut in code units first: splitting a whole long text into characters would be wasted work.
  const characters = Array.from(text.slice(0, 2 * longest + 2));
  return characters.length > longest ? `"${characters.slice(0, longest).join('')}…"` : `"${text}"`;
}
