import { paths } from '../../../model/addresses.ts';
import { limits } from '../../../model/limits.ts';
import {
  aspectRatios,
  canvases,
  formats,
  locales,
  modes,
  type ThemeName,
} from '../../../model/vocabulary.ts';
import { type ServiceAnswerBody, serviceAnswerSchema } from '../../wire/service-answer.ts';
import { defineEndpoint } from '../define-endpoint.ts';

interface ServiceFacts {
  readonly version: string;
  /** The hours for which identical requests are answered with the same image. */
  readonly cacheHours: number;
  /** The days after which an image is deleted. */
  readonly imageLifeDays: number;
}

export interface DescribePorts {
  readonly facts: ServiceFacts;
  /** The themes that a request may name. */
  readonly themes: readonly ThemeName[];
}

export const describe = defineEndpoint({
  method: 'GET',
  path: '/api/v1/render',
  auth: 'none',
  isFrequent: true,
  docs: {
    name: 'describe',
    tag: 'Rendering',
    summary: 'What the service can do',
    description: 'Modes, shapes, themes, languages, formats and limits, as this service is configured.',
  },
  answers: { 200: { description: 'The options and limits of requests.', schema: serviceAnswerSchema } },
  handle: ({ facts: { version, cacheHours, imageLifeDays }, themes }: DescribePorts) => {
    const answer: ServiceAnswerBody = {
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
    return () => answer;
  },
});
