// What a passkey is to sign: signed by us and bound to one purpose, so that nothing is kept of it until it is answered, and good once.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { toInstant } from '@candor/wire';
import type { Clock } from '../clock.ts';
import type { Database, Pool } from '../postgres.ts';
import type { FactorOwner } from '../second-factor.ts';

export interface Challenges {
  make(purpose: string): Uint8Array<ArrayBuffer>;
  /** Whether it is ours, for this purpose, not too old, and answered for the first time; `challenge` in base64url. */
  spend(challenge: string, purpose: string): Promise<boolean>;
  /** Forgets what has run out. */
  prune(database: Database): Promise<void>;
}

/** What is signed before the purpose, so that neither's challenges are good for the other, and where answered ones are kept. */
const kept = {
  customer: { label: 'passkey challenge', table: 'account_challenges' },
  operator: { label: 'operator passkey challenge', table: 'operator_challenges' },
} as const satisfies Record<FactorOwner, object>;
const nonceBytes = 16;
const timeBytes = 8;

interface ChallengesOptions {
  pool: Pool;
  clock: Clock;
  key: Buffer;
  whose: FactorOwner;
  /** How long one is good. */
  lifeMs: number;
}

export function createChallenges({ pool, clock, key, whose, lifeMs }: ChallengesOptions): Challenges {
  const { label, table } = kept[whose];
  const signatureOf = (begin: Buffer, purpose: string): Buffer =>
    createHmac('sha256', key).update(`${label}\n${purpose}\n`).update(begin).digest();

  /** When it runs out; undefined where it is not ours. */
  function expiryOf(challenge: Buffer, purpose: string): number | undefined {
    const begin = challenge.subarray(0, nonceBytes + timeBytes);
    const [given, expected] = [challenge.subarray(nonceBytes + timeBytes), signatureOf(begin, purpose)];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return begin.readUIntBE(nonceBytes + 2, 6);
  }

  return {
    make(purpose) {
      const begin = Buffer.alloc(nonceBytes + timeBytes);
      randomBytes(nonceBytes).copy(begin);
      begin.writeUIntBE(clock.now() + lifeMs, nonceBytes + 2, 6);
      return Uint8Array.from(Buffer.concat([begin, signatureOf(begin, purpose)]));
    },
    async spend(challenge, purpose) {
      const expiresAt = expiryOf(Buffer.from(challenge, 'base64url'), purpose);
      if (expiresAt === undefined || clock.now() >= expiresAt) return false;
      const spent = await pool.query(
        `insert into ${table} (challenge_digest, expires_at) values ($1, $2) on conflict do nothing`,
        [hash('sha256', challenge, 'base64'), toInstant(expiresAt)],
      );
      return spent.rowCount === 1;
    },
    async prune(database) {
      await database.query(`delete from ${table} where expires_at < $1`, [toInstant(clock.now())]);
    },
  };
}
