import { type Failure, invalid } from '../model/failure.ts';

/** The refusal of a picture tile at `path`, until pictures are drawn. */
export function refusePicture(path: string): Failure {
  return invalid(path, 'pictures from the web are not supported yet');
}

/** Whether a text is, as a whole, an absolute `http://` or `https://` address. A sentence that begins with one is not. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/iu.test(text) && URL.canParse(text);
}
