// argon2id with a pepper that is not in the database, on a bounded share of the machine.
import { createHash, randomBytes } from 'node:crypto';
import { hash as argon2Hash, parseOptions, verify as argon2Verify } from '@node-rs/argon2';
import { createFairTurns } from '../throttle/fair-turns.ts';
import type { Asker } from '../throttle/fair-turns.ts';

export interface PasswordCost {
  memoryKiB: number;
  passes: number;
}
/** OWASP's minimum for argon2id: 25 ms of one core. */
export const standardCost: PasswordCost = { memoryKiB: 19_456, passes: 2 };

export interface StoredPassword {
  /** PHC string, which carries salt and cost. */
  argon2: string;
  pepperId: string;
}

export interface Passwords {
  hash(password: string, asker: Asker): Promise<StoredPassword>;
  /**
   * `outdated` is right and to be hashed anew: it was made with an old pepper or another cost, or of the characters just as its keyboard
   * made them. Without a stored one it does the same work and says no, so that an unknown account takes as long as a known one.
   */
  verify(password: string, stored: StoredPassword | undefined, asker: Asker): Promise<'right' | 'outdated' | 'wrong'>;
  /** How often argon2 ran since the start, to look at a password or to hash one. */
  evaluations: () => number;
}

interface PasswordsOptions {
  /** The current one first; older ones still open what was hashed with them. */
  peppers: readonly [Buffer, ...Buffer[]];
  cost?: PasswordCost;
}

/** Past them the caller hears "busy" at once, and the rest of the server keeps its cores. */
const atOnce = 2;
const waitingMax = 64;

export function createPasswords({ peppers, cost = standardCost }: PasswordsOptions): Passwords {
  const pepperById = new Map(peppers.map((pepper) => [pepperIdOf(pepper), pepper]));
  const currentId = pepperIdOf(peppers[0]);
  const options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 };
  const inTurn = createFairTurns({ atOnce, waitingMax });
  const hash = async (password: string): Promise<StoredPassword> => ({
    argon2: await argon2Hash(password, { ...options, secret: peppers[0] }),
    pepperId: currentId,
  });
  function isCurrent({ argon2, pepperId }: StoredPassword): boolean {
    const { memoryCost, timeCost } = parseOptions(argon2);
    return pepperId === currentId && memoryCost === cost.memoryKiB && timeCost === cost.passes;
  }
  let decoy: Promise<StoredPassword> | undefined;
  let evaluations = 0;
  return {
    hash: (password, asker) =>
      inTurn(asker, () => {
        evaluations++;
        return hash(alike(password));
      }),
    verify: (password, stored, asker) =>
      inTurn(asker, async () => {
        const { argon2, pepperId } = stored ?? (await (decoy ??= hash(randomBytes(16).toString('hex'))));
        const secret = pepperById.get(pepperId);
        if (!secret) throw new Error(`no pepper with id ${pepperId} is configured`);
        for (const form of new Set([alike(password), password])) {
          evaluations++;
          if (!(await argon2Verify(argon2, form, { secret })) || stored === undefined) continue;
          return form === alike(password) && isCurrent(stored) ? 'right' : 'outdated';
        }
        return 'wrong';
      }),
    evaluations: () => evaluations,
  };
}

/** One keyboard gives ä as one character and another as two: both are one password (NFKC). */
const alike = (password: string): string => password.normalize('NFKC');

/** What a stored password says of the pepper in it. */
export const pepperIdOf = (pepper: Buffer): string =>
  createHash('sha256').update('candor pepper id').update(pepper).digest('hex').slice(0, 16);
