// Keyed digests: what the database and the client hold instead of the thing itself.
import { createHmac, hash, randomBytes, randomInt } from 'node:crypto';
import type { Uuid } from '@candor/wire';

export interface Digests {
  /** Of an address, account or network, under the scope that it is used for. */
  subject(scope: string, text: string): string;
  /** Of a code for one subject. */
  code(subject: string, code: string): string;
  /** What the client keeps as user_password or user_paypass: changes with each version, derives from no password. */
  fingerprint(credential: { kind: 'login' | 'trade'; accountId: Uuid; version: number }): string;
}

export function createDigests({ codeKey, fingerprintKey }: { codeKey: Buffer; fingerprintKey: Buffer }): Digests {
  // Parts are separated by a character that none of them holds.
  const keyed = (key: Buffer, parts: readonly string[]): string =>
    createHmac('sha256', key).update(parts.join('\n')).digest('base64url');
  return {
    subject: (scope, text) => keyed(codeKey, ['subject', scope, text]),
    code: (subject, code) => keyed(codeKey, ['code', subject, code]),
    fingerprint: ({ kind, accountId, version }) =>
      keyed(fingerprintKey, [kind, accountId, String(version)]).slice(0, 22),
  };
}

export const newSessionToken = (): string => randomBytes(32).toString('base64url');
export const sessionTokenForm = /^[A-Za-z0-9_-]{43}$/;
/** In base64. */
export const hashOfToken = (token: string): string => hash('sha256', token, 'base64');

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
export const newAccountNumber = (): string => String(randomInt(10_000_000, 100_000_000));

const inviteLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Ten letters of 32: 50 bits, so that guessing finds none. */
export const newInviteCode = (): string => Array.from(randomBytes(10), (byte) => inviteLetters[byte & 31]).join('');
