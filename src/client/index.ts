export { type Client, createClient } from './client.ts';
export { TierpressError } from './error.ts';
export type * from './options.ts';
export type * from './types.ts';
