/**
 * Loaded by a real renderer process, so that the title of a board says what its drawing takes: `spin` uses the CPU
 * forever, `spin 300` for that many milliseconds, and `block 300` waits so long without using it.
 */
process.on('message', ({ spec }) => {
  const [, how, ms = Number.POSITIVE_INFINITY] = /^(spin|block)(?: (\d+))?/.exec(spec?.board.title) ?? [];
  if (how === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms));
  const used = process.cpuUsage();
  const usedMs = ({ user, system }) => (user + system) / 1000;
  while (how === 'spin' && usedMs(process.cpuUsage(used)) < Number(ms));
});
