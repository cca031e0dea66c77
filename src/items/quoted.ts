const longest = 40;

/** Quotes a client's text for a message, cut to 40 characters. */
export function quoted(text: string): string {
  // Cut in code units first, to avoid splitting a long text into characters.
  const characters = Array.from(text.slice(0, 2 * longest + 2));
  return characters.length > longest ? `"${characters.slice(0, longest).join('')}…"` : `"${text}"`;
}
