import { unquoted } from './plain-error.ts';

/**
 * What a log line may say of a failure. What others said (mail servers echo addresses) is left out: codes stand for it. Of our own
 * words whatever looks like an address or a number of somebody is taken out.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const codes = [code, responseCode].filter((each) => typeof each === 'string' || typeof each === 'number');
  if (codes.length > 0) return [error.name, ...codes].join(' ');
  return unquoted(error)
    .replace(/\S*@\S*/g, '<address>')
    .replace(/\+?\d[\d\s()-]{5,}\d/g, '<number>');
}
