import type { NeededPhoto } from '../items/place.ts';
import { invalid } from '../model/failure.ts';
import type { PhotoSource } from './ports.ts';

/** @throws Failure invalidRequest with every address that is refused whatever its host answers */
export function refuseAddresses(needed: readonly NeededPhoto[], photos: Pick<PhotoSource, 'refusal'>): void {
  const problems = needed.flatMap(({ address, path }) => {
    const problem = photos.refusal(address);
    return problem === undefined ? [] : [`${path}: ${problem}`];
  });
  if (problems.length > 0) throw invalid('', problems.join('; '));
}
