import { alternatives } from '../model/alternatives.ts';
import { imageFormats } from '../model/vocabulary.ts';

/** File endings that `tierpress render` accepts, as a choice. */
export const endings = alternatives(Object.values(imageFormats).map(({ extension }) => `.${extension}`));
