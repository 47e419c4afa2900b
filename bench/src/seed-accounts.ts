// Many customers with test money and a house that can promise them something, written in bulk but in the ledger's own way.
import type { Uuid, Wad } from '@candor/wire';
import { createHash, randomUUID } from 'node:crypto';
import { hashOfToken, newSessionToken } from '../../server/src/accounts/digests.ts';
import { numericParameter, openPool, type Pool } from '../../server/src/kit/postgres.ts';
import { progress } from './own-processes.ts';

export interface SeededSession {
  accountId: Uuid;
  token: string;
}

const chunk = 10_000;

/** Accounts whose real book holds `amount` USDT; the money comes from the demo's faucet, as the ledger books it. */
export async function seedAccounts(
  url: string,
  { count, amount, newId }: { count: number; amount: Wad; newId: () => Uuid },
): Promise<Uuid[]> {
  progress(`making ${count} accounts`);
  const pool = openPool(url, 1);
  const ids = Array.from({ length: count }, newId);
  const text = numericParameter(amount);
  await pool.query(
    `select ledger_open_house(array['demo-faucet']::ledger_bucket[], array['USDT'], array['real']::ledger_book[], array[0]::smallint[])`,
  );
  for (let start = 0; start < count; start += chunk) {
    const part = ids.slice(start, start + chunk);
    await insertAccounts(pool, part, start);
    await payIn(pool, { part, entryIds: part.map(newId), amount: text });
  }
  await pool.end();
  return ids;
}

async function insertAccounts(pool: Pool, ids: readonly Uuid[], start: number): Promise<void> {
  await pool.query(
    `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at)
     select id, (10000000 + $2 + place)::text, 'bench-' || ($2 + place) || '@example.com', '1', 'en',
            'BENCH' || ($2 + place), now()
     from unnest($1::uuid[]) with ordinality as a(id, place)`,
    [ids, start],
  );
}

async function payIn(pool: Pool, paid: { part: Uuid[]; entryIds: Uuid[]; amount: string }): Promise<void> {
  const { part, entryIds, amount } = paid;
  const same = (value: string, type: string): string => `array_fill(${value}::${type}, array[${part.length}])`;
  await pool.query(
    `select ledger_open_balances($1::uuid[], ${same(`'USDT'`, 'text')}, ${same(`'real'`, 'ledger_book')})`,
    [part],
  );
  await pool.query(
    `select ledger_post($1::uuid[], $2::uuid[], ${same('0', 'smallint')}, ${same(`'test-money'`, 'text')}, $2::uuid[],
       ${same(`'USDT'`, 'text')}, ${same(`'real'`, 'ledger_book')}, ${same(`'demo-faucet'`, 'ledger_bucket')},
       ${same(`'available'`, 'ledger_bucket')}, ${same('0', 'smallint')}, ${same('0', 'smallint')},
       ${same('$3', 'numeric')}, ${same('0', 'numeric')}, ${same('$3', 'numeric')}, now())`,
    [part, entryIds, amount],
  );
}

/** An open session for each account, as a login would have left it. */
export async function seedSessions(url: string, accountIds: readonly Uuid[]): Promise<SeededSession[]> {
  const pool = openPool(url, 1);
  const sessions = accountIds.map((accountId) => ({ accountId, token: newSessionToken() }));
  await pool.query(
    `insert into sessions (session_id, account_id, token_hash, ip, user_agent, created_at, last_seen_at)
     select gen_random_uuid(), account_id, token_hash, '127.0.0.1', 'bench', now(), now()
     from unnest($1::uuid[], $2::bytea[]) as s(account_id, token_hash)`,
    [accountIds, sessions.map(({ token }) => hashOfToken(token))],
  );
  await pool.end();
  return sessions;
}

/** Statistics and a checkpoint, so that every run starts from the same state. */
export async function settleDown(url: string): Promise<void> {
  const pool = openPool(url, 1);
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  await pool.end();
}

/** A key that was never used, with a digest as http makes one. */
export const freshKey = (): { key: Uuid; digest: Buffer } => ({ key: randomUUID() as Uuid, digest: sameDigest });
const sameDigest = createHash('sha256').update('bench').digest();
