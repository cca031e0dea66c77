import { readRefusal } from './post-board.ts';

/** The photos of previews, which the page loads from the service. */
export interface PreviewPhotos {
  /**
   * Watches the photos of a preview that is about to be placed in the page. Those that failed in another preview are not
   * requested again.
   *
   * @returns a promise that resolves when each of them has loaded or failed; undefined when there is nothing to wait for
   */
  watch(svg: Element): Promise<unknown> | undefined;
  /** Returns the service's reason for each photo of a preview that failed, by its position among the photos. */
  problemsIn(svg: Element): ReadonlyMap<number, string>;
}

const retryMs = 5000;

/** @param onProblem called when a photo has failed */
export function createPreviewPhotos(onProblem: () => void): PreviewPhotos {
  const problems = new Map<string, string>();
  const addresses = new WeakMap<Element, readonly string[]>();

  /** Asks for the reason, which the element does not have, and loads the photo later if it is a passing one. */
  async function findProblem(image: Element, href: string): Promise<void> {
    image.removeAttribute('href');
    const refusal = await fetch(href).then(readRefusal, () => undefined);
    if (refusal?.kind === 'failed' && refusal.failure.code === 'invalidRequest') {
      problems.set(href, refusal.failure.message);
      onProblem();
      return;
    }
    const pauseMs = refusal?.kind === 'wait' ? refusal.seconds * 1000 : retryMs;
    setTimeout(() => image.isConnected && image.setAttribute('href', href), pauseMs);
  }

  function watchOne(image: Element, href: string): Promise<void> {
    return new Promise((resolve) => {
      image.addEventListener('load', () => resolve());
      image.addEventListener('error', () => {
        resolve();
        void findProblem(image, href);
      });
    });
  }

  return {
    watch(svg) {
      const images = [...svg.querySelectorAll('image:not([href^="data:"])')];
      const hrefs = images.map((image) => image.getAttribute('href') ?? '');
      addresses.set(svg, hrefs);
      const pending = images.flatMap((image, position) => {
        const href = hrefs[position] ?? '';
        if (!problems.has(href)) return [watchOne(image, href)];
        image.removeAttribute('href');
        return [];
      });
      return pending.length === 0 ? undefined : Promise.all(pending);
    },
    problemsIn: (svg) =>
      new Map(
        (addresses.get(svg) ?? []).flatMap((href, position) => {
          const problem = problems.get(href);
          return problem === undefined ? [] : [[position, problem] as const];
        }),
      ),
  };
}
