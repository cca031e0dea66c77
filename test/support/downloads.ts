import { onTestFinished } from 'vitest';
import { addressRule } from '../../src/photos/address-rule.ts';
import { createDownloader, type DownloaderOptions } from '../../src/photos/download.ts';
import type { Download, Downloader } from '../../src/photos/ports.ts';

/**
 * Creates a downloader that may reach loopback and any port, resolves no names by default, and is closed with its
 * test.
 */
export function testDownloader(options: Partial<DownloaderOptions> = {}): Downloader {
  const downloader = createDownloader({
    mayReach: addressRule(['127.0.0.0/8']),
    mayUsePort: () => true,
    resolve: async () => [],
    userAgent: 'tierpress/test',
    ...options,
  });
  onTestFinished(() => downloader.close());
  return downloader;
}

/** Closes a resource at the end of its test. */
export async function forTest<TStarted extends { close(): Promise<void> }>(
  starting: Promise<TStarted>,
): Promise<TStarted> {
  const started = await starting;
  onTestFinished(() => started.close());
  return started;
}

/** Returns the outcome of a download as a word or phrase: the problem, if it failed. */
export function outcome(download: Download): string {
  return download.kind === 'failed' ? download.problem : download.kind;
}
