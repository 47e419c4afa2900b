// npm run bench -- logins [--tries 2000] [--json]: how long a refused login takes for an account that exists and for one that does not,
// each try from a network of its own, with the work of a real password; and whether the answers differ in anything else.
import { isDeepStrictEqual } from 'node:util';
import { randomBytes, randomInt } from 'node:crypto';
import { queryLogin, type Uuid } from '@candor/wire';
import { createAccounts } from '../../server/src/accounts/create-accounts.ts';
import { createBus } from '../../server/src/kit/bus.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import type { CallContext } from '../../server/src/kit/feature.ts';
import { idMaker } from '../../server/src/kit/new-id.ts';
import { createPasswords } from '../../server/src/kit/passwords/passwords.ts';
import { openPool, type Pool } from '../../server/src/kit/postgres.ts';
import { Refusal } from '../../server/src/kit/refuse.ts';
import { accountAsker } from '../../server/src/kit/throttle/fair-turns.ts';
import type { BenchResult } from './bench-result.ts';
import { progress } from './own-processes.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';
import { renderTable } from './render-table.ts';
import { createCandorDatabase, startScratchPostgres } from './scratch-postgres.ts';

const usage = 'npm run bench -- logins [--tries 2000] [--json]';
const differenceMaxMs = 5;
/** Wrong passwords of one account that are looked at in an hour are more. */
const triesOfAccount = 20;
const warmUp = 20;

type Kind = 'wrong password' | 'unknown account';
interface Tries {
  ms: Record<Kind, number[]>;
  answers: Record<Kind, unknown[]>;
}

export async function benchLogins(args: string[]): Promise<BenchResult> {
  const { values } = readArguments(usage, { args, options: { tries: { type: 'string', default: '2000' } } });
  const tries = parseInt(values.tries, 10);
  if (!(tries >= 10)) endWithUsage(usage, 'from ten tries on');
  const postgres = await startScratchPostgres();
  try {
    const pool = openPool(await createCandorDatabase(postgres, 'candor_logins'), 4);
    const measured = await measure(pool, tries);
    await pool.end();
    return told(measured, tries);
  } finally {
    await postgres.stop();
  }
}

async function measure(pool: Pool, tries: number): Promise<Tries> {
  const secrets = { pepper: randomBytes(32), fingerprintKey: randomBytes(32), codeKey: randomBytes(32) };
  const newId = idMaker(systemClock);
  const silent = { send: () => Promise.resolve(), close: () => undefined };
  const accounts = createAccounts({ pool, clock: systemClock, newId, bus: createBus(), mail: silent, sms: silent, secrets, mode: 'production', isInviteOnly: false }); // oxfmt-ignore
  const numbers = await seed(pool, { newId, pepper: secrets.pepper, count: Math.ceil((tries + warmUp) / triesOfAccount) }); // oxfmt-ignore
  const { handle } = accounts.web.calls.find(({ call }) => call === queryLogin)!;
  const measured: Tries = {
    ms: { 'wrong password': [], 'unknown account': [] },
    answers: { 'wrong password': [], 'unknown account': [] },
  };
  let place = 0;
  async function attempt(kind: Kind, turn: number): Promise<void> {
    const name = kind === 'unknown account' ? String(50_000_000 + turn) : numbers[turn % numbers.length]!;
    const ip = `10.${(place >> 16) & 255}.${(place >> 8) & 255}.${place++ & 255}`;
    const begun = performance.now();
    const answer = await Promise.resolve(handle({ user_name: name, user_password: 'a wrong guess', code: '' }, contextOf(ip))).catch((error: unknown) => error); // oxfmt-ignore
    const took = performance.now() - begun;
    if (turn < warmUp) return;
    measured.ms[kind].push(took);
    measured.answers[kind].push(answer instanceof Refusal ? { code: answer.code, facts: answer.facts } : answer);
  }
  progress(`trying ${tries} logins of each kind`);
  for (let turn = 0; turn < tries + warmUp; turn++) {
    // By chance, so that neither kind always comes after the other.
    const isFirst = randomInt(2) === 0;
    await attempt(isFirst ? 'wrong password' : 'unknown account', turn);
    await attempt(isFirst ? 'unknown account' : 'wrong password', turn);
  }
  await accounts.web.stop?.();
  return measured;
}

/** Accounts of one password, which are known by their numbers. */
async function seed(
  pool: Pool,
  { newId, pepper, count }: { newId: () => Uuid; pepper: Buffer; count: number },
): Promise<string[]> {
  const { argon2, pepperId } = await createPasswords({ peppers: [pepper] }).hash('the right password', accountAsker(newId())); // oxfmt-ignore
  const numbers = Array.from({ length: count }, (_, place) => String(10_000_000 + place));
  for (const number of numbers) {
    const accountId = newId();
    await pool.query(
      `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at)
       values ($1, $2, $3, '1', 'en', $2, now())`,
      [accountId, number, `${number}@example.com`],
    );
    await pool.query(`insert into credentials (account_id, kind, argon2, pepper_id, version, changed_at) values ($1, 'login', $2, $3, 1, now())`, [accountId, argon2, pepperId]); // oxfmt-ignore
  }
  return numbers;
}

const contextOf = (ip: string): CallContext => ({
  session: undefined,
  operator: undefined,
  ip,
  userAgent: 'bench',
  origin: 'https://candor.example',
  receivedAt: Date.now(),
  idempotency: { key: '01900000-0000-7000-8000-000000000000' as Uuid, digest: Buffer.alloc(32) },
  startSession: () => undefined,
  endSession: () => undefined,
});

function told({ ms, answers }: Tries, tries: number): BenchResult {
  const kinds = Object.keys(ms) as Kind[];
  const mean = (kind: Kind): number => ms[kind].reduce((sum, each) => sum + each, 0) / ms[kind].length;
  const difference = Math.abs(mean('wrong password') - mean('unknown account'));
  const all = kinds.flatMap((kind) => answers[kind]);
  const odd = all.filter((answer) => !isDeepStrictEqual(answer, { code: 'login-failed', facts: {} })).length;
  const faults = [
    ...(difference < differenceMaxMs ? [] : [`the means differ by ${difference.toFixed(2)} ms`]),
    ...(odd === 0 ? [] : [`${odd} of ${all.length} answers were another one`]),
  ];
  const rows = kinds.map((kind) => [kind, String(ms[kind].length), mean(kind).toFixed(2)]);
  return {
    text: `${renderTable(['login', 'tries', 'mean ms'], rows)}The means differ by ${difference.toFixed(2)} ms.\n`,
    json: { logins: { tries, unknownMs: mean('unknown account'), wrongMs: mean('wrong password'), differenceMs: difference, otherAnswers: odd } }, // oxfmt-ignore
    faults,
  };
}
