// Structured log lines; one function per level, no request bodies, no secrets and nothing of customers in them. For people where a terminal
// shows them, else JSON for whatever gathers them.
import { pino } from 'pino';
import { keepStandardStreams, openLogOutput, type LogOutput } from './log-output.ts';
import { plainError } from './plain-error.ts';

keepStandardStreams();
const output = openLogOutput(1, (dropped) => log.warn('log lines were dropped', { dropped }));
const logger = pino(
  {
    level: 'info',
    base: null,
    serializers: { error: (error: unknown) => plainError(error) },
    redact: ['*.password', '*.user_password', '*.user_paypass', '*.authCode', '*.code_sent'],
  },
  process.stdout.isTTY ? await forPeople(output) : output,
);

async function forPeople(to: LogOutput): Promise<LogOutput> {
  const { prettyFactory } = await import('pino-pretty');
  const prettify = prettyFactory({
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    errorLikeObjectKeys: ['error'],
    colorize: true,
  });
  return { write: (line) => to.write(prettify(line)) };
}

type Fields = Record<string, unknown>;

export const log = {
  info: (message: string, fields: Fields = {}): void => logger.info(fields, message),
  warn: (message: string, fields: Fields = {}): void => logger.warn(fields, message),
  error: (message: string, fields: Fields = {}): void => logger.error(fields, message),
  /** Tests and benchmarks turn the log down. */
  setLevel: (level: 'silent' | 'error' | 'warn' | 'info'): void => void (logger.level = level),
};
