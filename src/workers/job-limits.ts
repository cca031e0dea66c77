import { readFileSync } from 'node:fs';

/** Limits of one job, in milliseconds. */
export interface JobLimits {
  /** CPU time of the renderer process in all its threads. After the first check, waiting for a core does not use it up. */
  readonly cpuMs: number;
  /** Time in which the process uses hardly any CPU time. */
  readonly hangMs: number;
}

interface LimitEvents {
  /** Half of the CPU time is used. Called once. */
  readonly onHalfUsed: () => void;
  /** A limit is exceeded: of CPU time (`overran`), or of time without it (`hung`). */
  readonly onExceeded: (limit: 'overran' | 'hung') => void;
}

/** Interval of the checks. Most jobs take less. */
const checkMs = 250;
/** A process that uses less than this share of a core hangs. */
const hungShare = 0.01;
/** Unit of the times in `/proc/<pid>/stat`, in milliseconds: Linux converts them to hundredths for every program. */
const tickMs = 10;
/** Share of the elapsed time that counts as CPU time where the system does not report it. */
const assumedShare = 0.5;

/** Watches the limits of a job that begins now. Returns a function that stops the watch. */
export function watchLimits(
  pid: number | undefined,
  { cpuMs, hangMs }: JobLimits,
  { onHalfUsed, onExceeded }: LimitEvents,
): () => void {
  const beganAt = performance.now();
  /** CPU time of the process at the beginning, as the first check estimates it. */
  let before: number | undefined;
  let isHalfUsed = false;
  /** The last time at which the process was seen to use the CPU. */
  let active = { at: beganAt, usedMs: 0 };
  const check = () => {
    const now = performance.now();
    const cpuTime = cpuTimeOf(pid);
    if (before === undefined && cpuTime !== undefined) {
      // Most jobs have ended by now, and reading the CPU time costs: until the first check, all time counts.
      active = { at: beganAt, usedMs: now - beganAt };
      before = cpuTime - active.usedMs;
    }
    const reportedMs = cpuTime !== undefined && before !== undefined ? cpuTime - before : undefined;
    const usedMs = reportedMs ?? (now - beganAt) * assumedShare;
    if (reportedMs !== undefined && reportedMs - active.usedMs > hangMs * hungShare)
      active = { at: now, usedMs };
    if (usedMs > cpuMs) onExceeded('overran');
    else if (now - active.at > hangMs) onExceeded('hung');
    else if (usedMs > cpuMs / 2 && !isHalfUsed) {
      isHalfUsed = true;
      onHalfUsed();
    }
  };
  const timer = setInterval(check, checkMs);
  return () => clearInterval(timer);
}

/** Returns the CPU time of a process in milliseconds, or undefined on other systems than Linux. See proc(5). */
function cpuTimeOf(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name, in brackets, may contain spaces. After it comes the third field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system] = fields.slice(14 - 3);
    return (Number(user) + Number(system)) * tickMs;
  } catch {
    return undefined;
  }
}
