// Many customers with test money, and a house that can promise them something: all money moves through the lanes.
import { wad, type FundedBucket, type Uuid, type Wad } from '@candor/wire';
import { urlAs } from '@candor/embedded-postgres';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { loadSecrets } from '../../server/src/kit/secrets.ts';
import { digestOfToken, newToken } from '../../server/src/kit/tokens.ts';
import { createBus } from '../../server/src/kit/bus.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { openPool, type Pool } from '../../server/src/kit/postgres.ts';
import type { Command } from '../../server/src/ledger/command.ts';
import { fundBankroll, fundHouse } from '../../server/src/ledger/fund-house.ts';
import { openLanes, type Lanes } from '../../server/src/ledger/lanes.ts';
import { progress } from './own-processes.ts';

export interface SeededSession {
  accountId: Uuid;
  token: string;
}

const chunk = 10_000;
const bankroll = wad('10000000000');

/** Makes accounts that hold `amount` USDT each in their real book, received in `payments` parts, and funds the house. The URL must be the superuser's. */
export async function seedAccounts(
  adminUrl: string,
  { count, amount, newId, payments = 1 }: { count: number; amount: Wad; newId: () => Uuid; payments?: number },
): Promise<Uuid[]> {
  progress(`making ${count} accounts`);
  const clock = systemClock;
  const url = urlAs(adminUrl, 'candor_app');
  const pool = openPool(url, 1);
  const lanes = await openLanes({
    databaseUrl: url,
    clock,
    bus: createBus(),
    newId,
    commands: new Set([fundBankroll, payIn]),
  });
  await payIntoHouse({ adminUrl, lanes }, { amount: bankroll, now: clock.now() });
  const ids = Array.from({ length: count }, newId);
  const each = (amount / BigInt(payments)) as Wad;
  await asOwner(adminUrl, 'alter table ledger_moves disable trigger ledger_moves_of_faucet');
  for (let start = 0; start < count; start += chunk) {
    const part = ids.slice(start, start + chunk);
    await insertAccounts(pool, part, start);
    const receivedAt = clock.now();
    const pay = (accountId: Uuid): Promise<null> =>
      lanes.submit({ command: payIn, accountId, book: 'real', input: { accountId, amount: each }, receivedAt });
    for (let payment = 0; payment < payments; payment++) await Promise.all(part.map(pay));
  }
  await noteFaucet(adminUrl, ids, BigInt(payments) * each);
  await lanes.close();
  await pool.end();
  return ids;
}

/** The house is funded as a demo's is: by a row of its funds, which only the owner of the database writes. */
export async function payIntoHouse(
  { adminUrl, lanes }: { adminUrl: string; lanes: Lanes },
  { amount, bucket = 'bankroll', now }: { amount: Wad; bucket?: FundedBucket; now: number },
): Promise<void> {
  const orderedBy = randomUUID() as Uuid;
  const insert = `insert into demo_funds (fund_id, book, bucket, coin, amount) values ($1, 'real', $2, 'USDT', $3)`;
  await asOwner(adminUrl, insert, [orderedBy, bucket, `${amount}e-18`]);
  await fundHouse(lanes, { orderedBy, coin: 'USDT', amount, bucket, book: 'real', ...freshKey(), now });
}

/** What was paid in stands in the faucet's rows afterwards, so that it takes no time of the payments and the audit finds it. */
async function noteFaucet(adminUrl: string, ids: readonly Uuid[], given: bigint): Promise<void> {
  await asOwner(adminUrl, 'alter table ledger_moves enable trigger ledger_moves_of_faucet');
  await asOwner(adminUrl, 'update demo_faucet_limits set amount = greatest(amount, $1::numeric)', [`${given}e-18`]);
  await asOwner(
    adminUrl,
    `insert into demo_faucet_days (account_id, day_id, coin, day, given, purpose)
     select id, id, 'USDT', current_date, $2::numeric, 'faucet' from unnest($1::uuid[]) as id`,
    [ids, `${given}e-18`],
  );
}

/** `adminUrl` is the superuser's. */
export async function asOwner(adminUrl: string, statement: string, values: unknown[] = []): Promise<void> {
  const owner = openPool(urlAs(adminUrl, 'candor_owner'), 1);
  await owner.query(statement, values);
  await owner.end();
}

async function insertAccounts(pool: Pool, ids: readonly Uuid[], start: number): Promise<void> {
  await pool.query(
    `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at,
       verified_at, verified_by)
     select id, (10000000 + $2 + place)::text, 'bench-' || ($2 + place) || '@example.com', '1', 'en',
            'BENCH' || ($2 + place), now(), now(), 'demo'
     from unnest($1::uuid[]) with ordinality as a(id, place)`,
    [ids, start],
  );
}

const payIn: Command<{ accountId: Uuid; amount: Wad }, null> = {
  name: 'bench-pay-in',
  refusals: [],
  coins: () => ['USDT'],
  house: ['demo-faucet'],
  decide: ({ accountId, amount }) => ({
    objectId: accountId,
    moves: [{ kind: 'test-money', coin: 'USDT', from: 'demo-faucet', to: 'available', amount }],
    reply: null,
  }),
};

/** An open session for each account, as a login would have left it on the server that has this data directory. */
export async function seedSessions(
  url: string,
  { accountIds, dataDirectory }: { accountIds: readonly Uuid[]; dataDirectory: string },
): Promise<SeededSession[]> {
  const keyFile = join(dataDirectory, 'secrets.json');
  const { codeKey } = loadSecrets(keyFile, { mayCreate: true, isPrivate: false });
  const pool = openPool(url, 1);
  const sessions = accountIds.map((accountId) => ({ accountId, token: newToken(accountId) }));
  await pool.query(
    `insert into sessions (session_id, account_id, token_hash, ip, user_agent, created_at, last_seen_at)
     select gen_random_uuid(), account_id, decode(token_hash, 'base64'), '127.0.0.1', 'bench', now(), now()
     from unnest($1::uuid[], $2::text[]) as s(account_id, token_hash)`,
    [accountIds, sessions.map(({ token }) => digestOfToken(codeKey, 'session', token))],
  );
  await pool.end();
  return sessions;
}

/** Statistics and a checkpoint, as the superuser, so that every run starts from the same state. */
export async function settleDown(url: string): Promise<void> {
  const pool = openPool(url, 1);
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  await pool.end();
}

/** A key that was never used, with a digest as http makes one. */
export const freshKey = (): { key: Uuid; digest: Buffer } => ({ key: randomUUID() as Uuid, digest: sameDigest });
const sameDigest = createHash('sha256').update('bench').digest();

/**
 * Whoever has a session accepts the terms, as at an opening; the server has published them by then. Without that an account places no
 * order.
 */
export async function acceptTerms(pool: Pool): Promise<void> {
  await pool.query(
    `insert into legal_acceptances (account_id, slug, version, at)
     select distinct account_id, slug, version, now() from sessions cross join content_documents
     where kind = 'legal' and slug in ('terms', 'privacy') and published_at <= now() on conflict do nothing`,
  );
}
