// argon2id with a pepper that is not in the database, on a bounded share of the machine.
import { createHash, randomBytes } from 'node:crypto';
import { hash as argon2Hash, parseOptions, verify as argon2Verify } from '@node-rs/argon2';
import { refuse } from '../kit/refuse.ts';

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
  hash(password: string): Promise<StoredPassword>;
  /** Without a stored one it does the same work and says no, so that an unknown account takes as long as a known one. */
  verify(password: string, stored: StoredPassword | undefined): Promise<boolean>;
  /** Made with an old pepper or another cost: to be hashed anew when its owner next types it. */
  isOutdated(stored: StoredPassword): boolean;
  /** How many passwords were looked at since the start. */
  evaluations(): number;
}

interface PasswordsOptions {
  /** The current one first; older ones still open what was hashed with them. */
  peppers: readonly [Buffer, ...Buffer[]];
  cost?: PasswordCost;
}

const atOnce = 2;
const waitingMax = 64;

export function createPasswords({ peppers, cost = standardCost }: PasswordsOptions): Passwords {
  const pepperById = new Map(peppers.map((pepper) => [pepperIdOf(pepper), pepper]));
  const currentId = pepperIdOf(peppers[0]);
  const options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 };
  const inSlot = createSlots();
  const hash = async (password: string): Promise<StoredPassword> => ({
    argon2: await argon2Hash(password, { ...options, secret: peppers[0] }),
    pepperId: currentId,
  });
  let decoy: Promise<StoredPassword> | undefined;
  let evaluations = 0;
  return {
    hash: (password) => inSlot(() => hash(password)),
    verify: (password, stored) =>
      inSlot(async () => {
        evaluations++;
        const { argon2, pepperId } = stored ?? (await (decoy ??= hash(randomBytes(16).toString('hex'))));
        const secret = pepperById.get(pepperId);
        if (!secret) throw new Error(`no pepper with id ${pepperId} is configured`);
        const isRight = await argon2Verify(argon2, password, { secret });
        return isRight && stored !== undefined;
      }),
    isOutdated(stored) {
      const { memoryCost, timeCost } = parseOptions(stored.argon2);
      return stored.pepperId !== currentId || memoryCost !== cost.memoryKiB || timeCost !== cost.passes;
    },
    evaluations: () => evaluations,
  };
}

const pepperIdOf = (pepper: Buffer): string =>
  createHash('sha256').update('candor pepper id').update(pepper).digest('hex').slice(0, 16);

/** Two at a time and a short line; past it the caller hears "busy" at once, and the rest of the server keeps its cores. */
function createSlots(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running++;
    else {
      if (waiting.length >= waitingMax) refuse('busy');
      // Whoever finishes hands the slot over, so `running` stays as it is.
      await new Promise<void>((start) => waiting.push(start));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
