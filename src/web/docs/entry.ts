import type { OperationObject } from '../../api/openapi/operations.ts';

/** An operation with its address. */
export interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}
