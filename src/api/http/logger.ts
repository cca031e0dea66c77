import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { withoutKeys } from './without-keys.ts';

/** Lines of JSON on standard error. */
export function createStderrLogger(level: LevelWithSilent): Logger {
  return createLogger(level, pino.destination({ dest: 2, sync: true }));
}

/** Lines of JSON. A key never gets into them, whatever is logged: every line is searched as a whole. */
export function createLogger(level: LevelWithSilent, stream: DestinationStream): Logger {
  return pino(
    {
      name: 'tierpress',
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: withoutKeys },
    },
    stream,
  );
}
