// Keyed digests: what the database and the client hold instead of the thing itself.
import { randomBytes, randomInt } from 'node:crypto';
import type { Uuid } from '@candor/wire';
import { keyedDigest } from '../kit/tokens.ts';

export interface Digests {
  /** Of an address, account or network, under the scope that it is used for. */
  subject(scope: string, text: string): string;
  /** Of a code for one subject. */
  code(subject: string, code: string): string;
  /** What the client keeps as user_password or user_paypass: changes with each version, derives from no password. */
  fingerprint: (credential: { kind: 'login' | 'trade'; accountId: Uuid; version: number }) => string;
}

export function createDigests({ codeKey, fingerprintKey }: { codeKey: Buffer; fingerprintKey: Buffer }): Digests {
  return {
    subject: (scope, text) => keyedDigest(codeKey, ['subject', scope, text]),
    code: (subject, code) => keyedDigest(codeKey, ['code', subject, code]),
    fingerprint: ({ kind, accountId, version }) =>
      keyedDigest(fingerprintKey, [kind, accountId, String(version)]).slice(0, 22),
  };
}

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
export const newAccountNumber = (): string => String(randomInt(10_000_000, 100_000_000));

const inviteLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Ten letters of 32: 50 bits, so that guessing finds none. */
export const newInviteCode = (): string => Array.from(randomBytes(10), (byte) => inviteLetters[byte & 31]).join('');
