/** Repeats a task at an interval, without keeping the process alive. @returns what ends it */
export function every(ms: number, task: () => unknown): () => void {
  const timer = setInterval(task, ms);
  timer.unref();
  return () => clearInterval(timer);
}
