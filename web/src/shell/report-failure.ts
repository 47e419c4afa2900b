// Tells the own server what failed in this browser: an error's words without figures, addresses or quoted text, and its place.
import { reportFailure } from '@candor/wire';
import { call } from '../session/session.ts';

const reportsMax = 10;
const messageMax = 160;
const told = new Set<string>();

export function report(thrown: unknown): void {
  const failure = failureOf(thrown);
  const kind = `${failure.message} ${failure.place}`;
  if (told.has(kind) || told.size >= reportsMax) return;
  told.add(kind);
  call(reportFailure, failure).catch(() => undefined);
}

export function failureOf(thrown: unknown): { message: string; place: string } {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error(typeof thrown);
  const [, file, position] = /([\w.-]+\.[jt]sx?)[^\s:]*((?::\d{1,7}){1,2})/.exec(stack ?? '') ?? [];
  const place = file === undefined ? 'unknown' : file.slice(-80) + position;
  return { message: plain(`${name}: ${message}`).slice(0, messageMax), place };
}

/** What stands in quotes may be what somebody typed. */
const plain = (text: string): string =>
  text
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”/g, '…')
    .replaceAll(/\S+@\S+|\w+:\/\/\S+|\d+/g, '#')
    .replaceAll(/[@\p{Cc}]/gu, ' ');
