import type { ThemeName } from '../../model/vocabulary.ts';
import type { ObjectSchema } from '../json-schemas.ts';
import type { ToolHost } from '../tool-host.ts';

/** A tool for a model. Its arguments and its result pass the schemas of the API. */
export interface Tool {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For the model. */
  readonly description: string;
  /** Whether it may load photos from the web. */
  readonly isOpenWorld: boolean;
  /** @param themes that a request may name */
  readonly input: (themes: readonly ThemeName[]) => ObjectSchema;
  readonly output: () => ObjectSchema;
  /** @throws Failure */
  readonly call: (call: ToolCall) => Promise<ToolResult>;
}

interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>;
  readonly host: ToolHost;
  /** Aborted when the client has cancelled the call. */
  readonly signal: AbortSignal;
}

export interface ToolResult {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly image?: { readonly bytes: Uint8Array; readonly mediaType: string };
  /** A sentence about the result. */
  readonly note?: string;
}
