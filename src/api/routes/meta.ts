import { paths } from '../../model/addresses.ts';
import { limits } from '../../model/limits.ts';
import { aspectRatios, canvases, formats, locales, modes, type ThemeName } from '../../model/vocabulary.ts';
import type { ApiContext } from '../http/context.ts';
import { answerJson } from '../http/json-answer.ts';
import type { ServiceAnswerBody } from '../wire/service-answer.ts';

export interface ServiceFacts {
  readonly version: string;
  /** How long an identical request is answered with the same picture. */
  readonly cacheHours: number;
  /** How long a picture is kept. */
  readonly imageLifeDays: number;
}

/** `GET /api/v1/render`: what can be asked for. */
export function meta({ version, cacheHours, imageLifeDays }: ServiceFacts, themes: readonly ThemeName[]) {
  const body: ServiceAnswerBody = {
    success: true,
    name: 'tierpress',
    version,
    modes: [...modes],
    aspectRatios: aspectRatios.map((value) => ({ value, ...canvases[value] })),
    themes: [...themes],
    locales: [...locales],
    formats: [...formats],
    limits,
    cache: { windowHours: cacheHours, imageLifeDays },
    docs: paths.openApi,
  };
  return (ctx: ApiContext): void => {
    answerJson(ctx, body);
  };
}
