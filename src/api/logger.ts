import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';

/** Anything that looks like a key, or like half of one, wherever in a line it stands. */
const keyLike = /sk(?:_|%5f)live(?:_|%5f)[^\s"'\\/&?#]*/gi;

/** Lines of JSON. A key never gets into them, whatever is logged: every line is searched as a whole. */
export function createLogger(level: LevelWithSilent, stream: DestinationStream): Logger {
  return pino(
    {
      name: 'tierpress',
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: (line) => line.replace(keyLike, '[key]') },
    },
    stream,
  );
}
