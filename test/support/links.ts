import { writeBoardLink } from '../../src/api/wire/board-link.ts';
import type { RenderRequest } from '../../src/model/request.ts';

/** Returns the `b` of a board. The titles of tiers are written out. */
export function linkOf(request: RenderRequest): string {
  const b = writeBoardLink(request, () => undefined);
  if (b === undefined) throw new Error('the board fits into no address');
  return b;
}
