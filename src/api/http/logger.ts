import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { redactKeys } from './redact-keys.ts';

/** Returns a logger that writes lines of JSON to standard error. */
export function createStderrLogger(level: LevelWithSilent): Logger {
  return createLogger(level, pino.destination({ dest: 2, sync: true }));
}

/** Returns a logger that writes lines of JSON. Every line is redacted as a whole, so no key reaches the log. */
export function createLogger(level: LevelWithSilent, stream: DestinationStream): Logger {
  return pino(
    {
      name: 'tierpress',
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: redactKeys },
    },
    stream,
  );
}
