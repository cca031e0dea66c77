import * as v from 'valibot';
import type { ApiContext } from '../../api/http/context.ts';
import { readJsonBody } from '../../api/middleware/json-body.ts';
import { pageIdOf } from '../../api/wire/board-link.ts';
import { parseRenderRequest } from '../../api/wire/parse-render-request.ts';
import { renderRequestSchemaFor } from '../../api/wire/render-request.ts';
import type { RenderRequest } from '../../model/request.ts';
import type { BoardTemplate, OpenedBoard } from './board-data.ts';
import { type LinkedBoardPorts, linkedBoardReader } from './linked-board.ts';

const linkSchema = v.strictObject({ b: v.string() });

/**
 * Answers `POST /tier/open`: checks a render request, or the `b` of an address, that is to be opened as a board. Nothing is
 * drawn or stored.
 */
export function sendOpenedBoard(ports: LinkedBoardPorts, templateOf: (id: string) => BoardTemplate) {
  const schema = renderRequestSchemaFor(ports.themes);
  const readLinked = linkedBoardReader(ports);
  const read = (body: unknown): RenderRequest => {
    if (v.is(linkSchema, body)) return readLinked(body.b).request;
    const { request } = parseRenderRequest(body, schema);
    // Checks the references to items.
    ports.boardOf(request);
    return request;
  };
  return async (ctx: ApiContext): Promise<void> => {
    const request = read(await readJsonBody(ctx));
    const opened: OpenedBoard = { request, template: templateOf(pageIdOf(request)) };
    ctx.body = { success: true, ...opened };
  };
}
