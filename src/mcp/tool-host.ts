import type { TemplatePorts } from '../api/endpoints/templates/template-bodies.ts';
import type { ParsedRequest } from '../api/wire/parse-render-request.ts';
import type { RenderAnswerBody } from '../api/wire/render-answer.ts';
import type { Format, ThemeName } from '../model/vocabulary.ts';

/** What the tools use: a service, or the drawing code of the command line. */
export interface ToolHost {
  /** The themes that a request may name. */
  readonly themes: readonly ThemeName[];
  readonly templates: () => Promise<TemplatePorts['templates']>;
  readonly templateRenders: TemplatePorts['templateRenders'];
  /** Where clients reach the service, without a trailing slash; absent: there is no service, so nothing has an address. */
  readonly baseUrl?: () => string;
  /** @param signal aborted when the client has cancelled the call @throws Failure */
  readonly draw: (request: ParsedRequest, signal: AbortSignal) => Promise<DrawnImage>;
  /** Records why a call was refused. @returns the message for the model */
  readonly refuse: (error: unknown) => string;
}

/** A finished image. */
export interface DrawnImage {
  /** Absent for an image that is too large for a result. */
  readonly bytes?: Uint8Array;
  readonly format: Format;
  readonly facts: DrawnFacts;
}

/** What is said of an image: the API's answer, of which only a service knows the addresses. */
type DrawnFacts = Pick<RenderAnswerBody, 'title' | 'width' | 'height' | 'aspectRatio' | 'warnings'> &
  Partial<Pick<RenderAnswerBody, 'imageUrl' | 'cached' | 'expiresAt' | 'boardUrl'>>;
