import { readdirSync, readFileSync } from 'node:fs';

/** Returns the resident memory of a process and its children in MiB, according to /proc. */
export function memoryOf(parent) {
  const kib = readdirSync('/proc').map((pid) => {
    if (!/^\d+$/.test(pid)) return 0;
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const isOurs = Number(pid) === parent || status.includes(`PPid:\t${parent}\n`);
      return isOurs ? Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) : 0;
    } catch {
      return 0;
    }
  });
  return Math.round(kib.reduce((sum, value) => sum + value, 0) / 1024);
}
