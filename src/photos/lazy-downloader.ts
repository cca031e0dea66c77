import type { Downloader } from './ports.ts';

/** A downloader that is made when the first picture is wanted: its HTTP client takes long to load, and many boards need none. */
export function lazyDownloader(make: () => Promise<Downloader>): Downloader {
  let made: Promise<Downloader> | undefined;
  return {
    async download(address, options) {
      made ??= make();
      return (await made).download(address, options);
    },
    async close() {
      await (await made)?.close();
    },
  };
}
