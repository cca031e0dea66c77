import type { ApiContext, Next } from '../../api/http/context.ts';
import { Failure } from '../../model/failure.ts';
import { failureHeader } from './failure-header.ts';

/** Adds the code of a failure to its answer. */
export async function nameFailure(ctx: ApiContext, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (error instanceof Failure) ctx.set(failureHeader, error.code);
    throw error;
  }
}
