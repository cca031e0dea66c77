/** Carries the code of a failure (src/model/failure.ts), for which the board's script has messages in the page's language. */
export const failureHeader = 'Tierpress-Failure';
