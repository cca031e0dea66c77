/** Returns the mode of a request, inferred from its fields if it names none. */
export function inferMode<Mode extends string>(request: {
  readonly mode?: Mode | undefined;
  readonly templateId?: unknown;
  readonly items?: unknown;
}): Mode | 'template' | 'custom' | 'inline' {
  if (request.mode !== undefined) return request.mode;
  if (request.templateId !== undefined) return 'template';
  return request.items === undefined ? 'inline' : 'custom';
}
