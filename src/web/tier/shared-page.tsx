import { boardPath } from '../../model/addresses.ts';
import type { Size } from '../../model/vocabulary.ts';
import { canvases, defaults } from '../../model/vocabulary.ts';
import { boardImagePath, type LinkedBoard, summaryOf } from './linked-board.ts';

/** Characters of a description in a preview of a link; more is cut off by most readers. */
const descriptionLength = 200;
/** Characters of an image's text alternative. */
const alternativeLength = 1000;

/** Returns the size of a board's image in pixels. */
export function sharedImageSize({ request }: LinkedBoard): Size {
  return canvases[request.aspectRatio ?? defaults.aspectRatio];
}

/** Returns what a page says of its board where there is little room. */
export function sharedDescription({ board }: LinkedBoard): string {
  return summaryOf(board, descriptionLength);
}

/** The finished image of a board in an address. */
export function SharedFigure(props: {
  readonly linked: LinkedBoard;
  /** The prefix of every path. */
  readonly root: string;
  readonly lead: string;
}) {
  const { linked, root, lead } = props;
  const { width, height } = sharedImageSize(linked);
  return (
    <figure id="shared-board" class="shared-board">
      <figcaption class="lead">{lead}</figcaption>
      <img
        src={`${root}${boardImagePath(linked)}`}
        width={width}
        height={height}
        alt={summaryOf(linked.board, alternativeLength)}
      />
    </figure>
  );
}

/** The elements of `<head>` that make previews of links show a board. @param baseUrl without a trailing slash */
export function SharedHead({ linked, baseUrl }: { readonly linked: LinkedBoard; readonly baseUrl: string }) {
  const { width, height } = sharedImageSize(linked);
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:url" content={`${baseUrl}${boardPath(linked)}`} />
      <meta property="og:image" content={`${baseUrl}${boardImagePath(linked)}`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={sharedDescription(linked)} />
      <meta name="twitter:card" content="summary_large_image" />
      <EmbedLinks pageUrl={`${baseUrl}${boardPath(linked)}`} baseUrl={baseUrl} />
    </>
  );
}

/** Where oEmbed readers find the data of a page (https://oembed.com, 4). */
export function EmbedLinks({ pageUrl, baseUrl }: { readonly pageUrl: string; readonly baseUrl: string }) {
  const endpoint = (format: string) =>
    `${baseUrl}/oembed?url=${encodeURIComponent(pageUrl)}&format=${format}`;
  return (
    <>
      <link rel="alternate" type="application/json+oembed" href={endpoint('json')} />
      <link rel="alternate" type="text/xml+oembed" href={endpoint('xml')} />
    </>
  );
}
