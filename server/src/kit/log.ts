// Structured log lines; one function per level, no request bodies, no secrets and nothing of customers in them. For people where a terminal
// shows them, else JSON for whatever gathers them.
import { pino } from 'pino';
import { plainError } from './plain-error.ts';

const logger = pino(
  {
    level: 'info',
    base: null,
    serializers: { error: (error: unknown) => plainError(error) },
    redact: ['*.password', '*.user_password', '*.user_paypass', '*.authCode', '*.code_sent'],
  },
  process.stdout.isTTY ? await forPeople() : undefined,
);

async function forPeople() {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss', errorLikeObjectKeys: ['error'] });
}

type Fields = Record<string, unknown>;

export const log = {
  info: (message: string, fields: Fields = {}): void => logger.info(fields, message),
  warn: (message: string, fields: Fields = {}): void => logger.warn(fields, message),
  error: (message: string, fields: Fields = {}): void => logger.error(fields, message),
  /** Tests and benchmarks turn the log down. */
  setLevel: (level: 'silent' | 'error' | 'warn' | 'info'): void => void (logger.level = level),
};
