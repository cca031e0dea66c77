/** The pattern of a key, or of the beginning of one, anywhere in a text. */
const keyLike = /s[ks](?:_|%5f)live(?:_|%5f)[^\s"'\\/&?#]*/gi;

/** Replaces everything in a text that looks like an API key. */
export function redactKeys(text: string): string {
  return text.replace(keyLike, '[key]');
}
