import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Watched {
  /** The address of the service, and its output until it was ready. Rejects with its complaints if it exits before. */
  readonly ready: Promise<{ readonly url: string; readonly printed: string }>;
  readonly ended: Promise<Finished>;
}

/** Watches a process that runs `serve`. */
export function watchService(
  child: ChildProcess & { readonly stdout: Readable; readonly stderr: Readable },
): Watched {
  let [stdout, stderr] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const ended = new Promise<Finished>((resolve) =>
    child.once('close', (code) => resolve({ code, stdout, stderr })),
  );
  const ready = new Promise<{ url: string; printed: string }>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      const [, url] = /ready at (\S+)\n/.exec(stdout) ?? [];
      if (url !== undefined) resolve({ url, printed: stdout });
    });
    void ended.then(({ code }) => reject(new Error(`ended with ${code}: ${stderr}`)));
  });
  return { ready, ended };
}
