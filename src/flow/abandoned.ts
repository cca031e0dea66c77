/**
 * The reason for aborting work whose result is not needed. It is shared, because creating an error is slower than an
 * abort.
 */
export const abandonedReason = new DOMException('nobody needs it any more', 'AbortError');
