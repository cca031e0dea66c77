/** Tells the board's script which failure an answer is (src/model/failure.ts), so that it can say so in the page's language. */
export const failureHeader = 'Tierpress-Failure';
