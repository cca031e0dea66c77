import { readdir } from 'node:fs/promises';
import { hasCode } from '../../model/error-code.ts';
import { firstOwnId } from '../load.ts';

/** Where a new template is written. */
interface Place {
  readonly dir: string;
  readonly id: number;
}

/**
 * Returns the folder and the id of a new template.
 *
 * @param folders of official and of own templates
 * @param wanted the id; without it, the one after the highest
 * @returns the reason for which the id cannot be had, otherwise
 */
export async function placeOfNew(
  [official, own]: readonly [official: string, own: string],
  { isOfficial, wanted }: { readonly isOfficial: boolean; readonly wanted?: number | undefined },
): Promise<Place | { readonly problem: string }> {
  const dir = isOfficial ? official : own;
  const fileOfId = await filesIn(dir);
  const ids = Array.from(fileOfId.keys()).filter((id) => id >= firstOwnId !== isOfficial);
  const id = wanted ?? ids.reduce((a, b) => Math.max(a, b), isOfficial ? 0 : firstOwnId - 1) + 1;
  const file = fileOfId.get(id);
  if (file !== undefined) return { problem: `${id} is already the id of ${file}` };
  if (isOfficial && id >= firstOwnId) return { problem: `official ids are below ${firstOwnId}` };
  if (!isOfficial && id < firstOwnId && !(await filesIn(official)).has(id))
    return { problem: `there is no official template ${id}; new templates have ids from ${firstOwnId}` };
  return { dir, id };
}

/** Returns the names of template files by id, of invalid ones, too. A missing folder has none. */
async function filesIn(dir: string): Promise<ReadonlyMap<number, string>> {
  const names = await readdir(dir).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  return new Map(
    names.flatMap((name) => {
      const [, id] = /^([1-9]\d*)-.*\.json$/u.exec(name) ?? [];
      return id === undefined ? [] : [[Number(id), name] as const];
    }),
  );
}
