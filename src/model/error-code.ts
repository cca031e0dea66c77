/** Returns the code that Node.js or a library gave an error, for example ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function hasCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}
