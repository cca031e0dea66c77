export type { CallOptions, ClientOptions } from './call.ts';
export { type Client, createClient, type RenderOptions } from './client.ts';
export { TierpressError } from './error.ts';
export type * from './types.ts';
