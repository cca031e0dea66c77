import { limits } from '../../model/limits.ts';
import { aspectRatios, canvases, formats, locales, modes, themeNames } from '../../model/words.ts';
import type { ApiContext } from '../context.ts';

export interface ServiceFacts {
  readonly version: string;
  /** How long a picture is kept, in days. */
  readonly imageLifeDays: number;
}

/** `GET /api/v1/render`: what can be asked for. */
export function meta(facts: ServiceFacts) {
  const body = {
    success: true,
    name: 'tierpress',
    version: facts.version,
    modes,
    aspectRatios: aspectRatios.map((value) => ({ value, ...canvases[value] })),
    themes: themeNames,
    locales,
    formats,
    limits,
    cache: { imageLifeDays: facts.imageLifeDays },
    docs: 'docs/api.md',
  };
  return (ctx: ApiContext): void => {
    ctx.body = body;
  };
}
