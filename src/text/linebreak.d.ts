/** The part of `linebreak` (UAX #14) that we use; the package carries no types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** The next break opportunity: `position` is a UTF-16 index, the last one is the end of the text. */
    nextBreak(): { readonly position: number; readonly required?: boolean } | null;
  }
}
