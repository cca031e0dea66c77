import { pageIdOf, readBoardLink } from '../../api/wire/board-link.ts';
import { renderRequestSchemaFor } from '../../api/wire/render-request.ts';
import type { Board } from '../../model/board.ts';
import { Failure } from '../../model/failure.ts';
import type { RenderRequest } from '../../model/request.ts';
import type { ThemeName } from '../../model/vocabulary.ts';
import type { TemplateSet } from '../../templates/catalog.ts';
import { trackTitlesOf } from '../../templates/track-titles.ts';

export interface LinkedBoardPorts {
  readonly templates: { readonly set: TemplateSet };
  /** The themes that a board may name. */
  readonly themes: readonly ThemeName[];
  /** Returns what a request shows. @throws Failure invalidRequest, notFound */
  readonly boardOf: (request: RenderRequest) => Board;
}

/** A board from an address. */
export interface LinkedBoard {
  /** As it stands in the address. */
  readonly b: string;
  readonly request: RenderRequest;
  readonly board: Board;
  /** The id of its template in a path: a number, or `custom`. */
  readonly templateId: string;
}

/** Reads the board of an address whose `b` may be anything. @throws Failure invalidRequest, notFound */
export type ReadLinkedBoard = (b: unknown) => LinkedBoard;

export function linkedBoardReader({ templates, themes, boardOf }: LinkedBoardPorts): ReadLinkedBoard {
  const schema = renderRequestSchemaFor(themes);
  return (b) => {
    const text = typeof b === 'string' ? b : '';
    const request = readBoardLink(text, trackTitlesOf(templates), schema);
    return {
      b: text,
      request,
      board: boardOf(request),
      templateId: pageIdOf(request),
    };
  };
}

/** Returns undefined for a board that cannot be read. */
export function readableBoard(read: ReadLinkedBoard, b: unknown): LinkedBoard | undefined {
  try {
    return read(b);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Returns the path of a board's image. */
export function boardImagePath({ templateId, b }: Pick<LinkedBoard, 'templateId' | 'b'>): string {
  return `/tier/${templateId}/board.png?b=${b}`;
}

/** Returns what a board says, as `S: Tea, Coffee · A: Cocoa`. Rows without items are left out. */
export function summaryOf({ tiers }: Board, maxLength = Number.POSITIVE_INFINITY): string {
  const rows = tiers.flatMap(({ title, items }) => {
    const labels = items.map(({ label }) => label).filter((label) => label !== '');
    if (labels.length === 0) return [];
    return `${title === '' ? '' : `${title}: `}${labels.join(', ')}`;
  });
  const text = rows.join(' · ');
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(','), cut.lastIndexOf(' ·'), maxLength / 2)).trimEnd()}…`;
}
