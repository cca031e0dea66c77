import * as v from 'valibot';
import { postBoard, type Refusal } from './post-board.ts';

/** The SVG of a board, ready to be placed in the page. */
export interface DrawnPreview {
  readonly svg: Element;
  /** The service's warnings, in English. */
  readonly warnings: readonly string[];
}

type PreviewOutcome = { readonly kind: 'drawn'; readonly drawn: DrawnPreview } | Refusal;

/** Requests the preview of a board, which costs no quota. */
export type DrawPreview = (json: string) => Promise<PreviewOutcome>;

const warningsSchema = v.array(v.string());

/** @param address takes the same body as `POST /api/v1/render` */
export function createPreviewClient(address: string): DrawPreview {
  return (json) =>
    postBoard(address, json, async (response) => ({ kind: 'drawn', drawn: parse(await response.text()) }));
}

/** Parses SVG as XML, which runs no scripts. @throws Error for anything else */
function parse(text: string): DrawnPreview {
  const { documentElement: svg } = new DOMParser().parseFromString(text, 'image/svg+xml');
  if (svg.localName !== 'svg') throw new Error('not an SVG');
  const metadata = svg.querySelector(':scope > metadata');
  metadata?.remove();
  const warnings = v.parse(warningsSchema, JSON.parse(metadata?.textContent ?? '[]'));
  return { svg: document.adoptNode(svg), warnings };
}
