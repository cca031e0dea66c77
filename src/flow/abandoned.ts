/** Why work is stopped that nobody waits for. One for all, since making an error takes longer than an abort. */
export const abandonedReason = new DOMException('nobody needs it any more', 'AbortError');
