import { readFileSync } from 'node:fs';
import { childrenOf } from './process-cpu.mjs';

/** Returns the resident memory of a process and its children in MiB, according to /proc: what they share counts in each. */
export function memoryOf(parent) {
  return sumOver(parent, (folder) => /VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8')));
}

/** Returns the same with what processes share divided among them (PSS): what the machine has to have. */
export function proportionalMemoryOf(parent) {
  return sumOver(parent, (folder) => /^Pss:\s+(\d+)/m.exec(readFileSync(`${folder}/smaps_rollup`, 'utf8')));
}

function sumOver(parent, read) {
  const kib = [parent, ...childrenOf(parent)].map((pid) => {
    try {
      return Number(read(`/proc/${pid}`)?.[1] ?? 0);
    } catch {
      return 0; // It has ended meanwhile.
    }
  });
  return Math.round(kib.reduce((sum, value) => sum + value, 0) / 1024);
}
