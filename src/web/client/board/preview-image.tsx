import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PreviewPhotos } from './preview-photos.ts';

/** Time that a preview may take to load its photos before it takes the place of the last one without them. */
const arriveWithinMs = 300;

/** The preview as a part of the page. It takes the place of the last one when its photos are there, so nothing flickers. */
export function PreviewImage(props: {
  readonly svg: Element;
  readonly photos: PreviewPhotos;
  /** The ranking in words. */
  readonly label: string;
}) {
  const { svg, photos, label } = props;
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    if (current === null) return;
    const loaded = photos.watch(svg);
    const isFirst = current.childElementCount === 0;
    const arrive = () => {
      svg.classList.remove('arriving');
      for (const other of [...current.children]) if (other !== svg) other.remove();
    };
    current.append(svg);
    if (loaded === undefined || isFirst) {
      arrive();
      return;
    }
    svg.classList.add('arriving');
    const timer = setTimeout(arrive, arriveWithinMs);
    let isReplaced = false;
    // Photos that load late must not remove the next preview.
    void loaded.then(() => isReplaced || arrive());
    // The next preview waits behind this one.
    return () => {
      clearTimeout(timer);
      isReplaced = true;
      arrive();
    };
  }, [svg, photos]);
  return <div class="preview-image" role="img" aria-label={label} ref={place} />;
}
