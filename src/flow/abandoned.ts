/**
 * The reason for aborting work whose result is not needed. It is shared, because creating an error is slower than an
 * abort.
 */
export const abandonedReason = new DOMException('the result is no longer needed', 'AbortError');
