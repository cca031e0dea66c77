import type { Logger } from 'pino';
import { Failure, failures } from '../../model/failure.ts';
import { isVisitor } from '../../model/visitor.ts';
import type { Caller } from '../../render/ports.ts';
import type { AnswerObserver } from './observe-answers.ts';

/** Logs one line for each request, without the query, which may contain secrets. */
export function accessLog(logger: Logger): AnswerObserver {
  return (ctx, ms) => {
    const { requestId, identity, session, failure } = ctx.state;
    const level = levelOf(failure);
    if (!logger.isLevelEnabled(level)) return;
    logger[level](
      {
        requestId,
        method: ctx.method,
        path: pathOf(ctx.req.url ?? '').slice(0, 200),
        status: ctx.res.statusCode,
        ms: Math.round(ms),
        accountId: (identity && nameOf(identity)) ?? session?.account.id,
        keyId: identity?.keyId,
        ...(ctx.res.writableFinished ? {} : { cutOff: true }),
        ...(level === 'error'
          ? { err: failure }
          : failure instanceof Failure && { refusal: failure.message }),
      },
      level === 'error' ? 'request failed' : failure === undefined ? 'request' : 'request refused',
    );
  };
}

/** Returns the account of a caller for the log, which must not contain client addresses. */
function nameOf({ accountId }: Caller): string {
  return isVisitor(accountId) ? 'visitor' : accountId;
}

/**
 * Returns the log level of an error. A lack of capacity is a warning, since it is not a bug; so is a store that is known to
 * be away, whose failure then has no cause, because that has been reported as an error once.
 */
function levelOf(failure: unknown): 'info' | 'warn' | 'error' {
  if (failure instanceof Failure && failure.code === 'noCapacity') return 'warn';
  if (failure instanceof Failure && failure.code === 'databaseUnavailable' && failure.cause === undefined)
    return 'warn';
  return failure !== undefined && isOurs(failure) ? 'error' : 'info';
}

function isOurs(error: unknown): boolean {
  return !(error instanceof Failure) || failures[error.code].fault === 'service';
}

/** Returns the path without the query, decoded, so that redaction recognizes encoded keys. */
function pathOf(target: string): string {
  const [path = ''] = target.split('?');
  // A signed address holds a whole board.
  if (path.startsWith('/i/')) return '/i/…';
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
