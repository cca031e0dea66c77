import { alternatives } from '../model/alternatives.ts';
import { imageFormats } from '../model/vocabulary.ts';

/** The endings of the files that `tierpress render` writes, as a choice. */
export const endings = alternatives([
  ...Object.values(imageFormats).map(({ extension }) => `.${extension}`),
  '.svg',
]);
