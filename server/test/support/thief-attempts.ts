// Attempts of a thief who has the password of the server's database role.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createClient, parseWireId, queryLogin } from '@candor/wire';
import type { Connection, Pool } from '../../src/kit/postgres.ts';
import { readUntil } from '../../src/kit/until.test-support.ts';
import { got, type Person, type RunningApp } from './running-app.ts';
import {
  accountWith,
  approveInName,
  drawOwnPeriod,
  loan,
  publish,
  signInName,
  withdrawal,
  type Asked,
} from './thief-forgeries.ts';
import { judgedRights } from './thief-rights.ts';
import { rightsOf } from './thief.ts';

export interface ThiefStage {
  app: RunningApp;
  /** Connections with the server's database role. */
  thief: Pool;
  /** An account of the thief, and an account of a victim. */
  own: Person;
  victim: Person;
}

export interface Attempt {
  what: string;
  work: (connection: Connection, stage: ThiefStage) => Promise<string>;
  /** Runs after the commit of an attempt that succeeded, and returns what the attempt gained. */
  afterwards?: (stage: ThiefStage) => Promise<string>;
  /** Set if a commit of the attempt would break the stage; the attempt is rolled back. */
  isUndone?: boolean;
}

/** With the password alone: gains other than money. */
export const rightsUsed: readonly Attempt[] = [
  {
    what: 'proposes an act in an operator’s name',
    work: async (connection) => {
      await connection.query(`insert into act_proposals (proposal_id, kind, body, facts, why, maker, expires_at)
        select gen_random_uuid(), 'house-money-out', '{}', '{}', 'x', operator_id, now() + interval '1 hour' from operators`);
      return 'an act';
    },
  },
  {
    what: 'changes a setting',
    work: async (connection) => {
      await connection.query('insert into options_configs select * from options_configs limit 1');
      return 'other terms';
    },
  },
  {
    what: 'approves an own withdrawal while no operator is signed in',
    work: async (connection) => {
      const [accountId] = [await accountWith(connection, '1000')];
      await approveInName(connection, await withdrawal(connection, accountId, '1000'));
      return 'a payment of 970 USDT';
    },
  },
  {
    what: 'pays an own loan out while no operator is signed in',
    work: async (connection) => loan(connection, await accountWith(connection, '0')),
  },
  {
    what: 'owes less than was lent',
    work: async (connection) => {
      const accountId = await accountWith(connection, '0');
      await loan(connection, accountId, 'review');
      await connection.query('update debts set open_loan = null where account_id = $1', [accountId]);
      return 'a loan that nobody asks back';
    },
  },
  {
    what: 'makes the house owe a gain that no contract made',
    work: async (connection) => {
      const accountId = await accountWith(connection, '1');
      await connection.query(
        `insert into house_dues (due_id, account_id, book, coin, kind, object_id, amount, unpaid, at)
         values (gen_random_uuid(), $1, 'real', 'USDT', 'contract-profit', gen_random_uuid(), 1000000, 1000000, now())`,
        [accountId],
      );
      return '1,000,000 USDT';
    },
  },
  {
    what: 'certifies an account by an identity that nobody looked at',
    work: async (connection) => {
      const accountId = await accountWith(connection, '1');
      await connection.query(
        `update accounts set verified_at = now(), verified_by = 'identity' where account_id = $1`,
        [accountId],
      );
      return 'a certified account';
    },
  },
  {
    what: 'raises the VIP level of every account',
    work: async (connection) => {
      const { rowCount } = await connection.query('update accounts set vip = 3');
      assert.ok(rowCount! > 0);
      return 'VIP3, no money';
    },
    isUndone: true,
  },
  {
    what: 'writes an entry of the public log',
    work: async (connection) => {
      await connection.query(`select public_log_append('draw-result', '{"period_id": "x"}')`);
      return 'an entry';
    },
  },
  {
    what: 'stores a false rate of a currency',
    work: async (connection) => {
      await connection.query(
        `insert into currency_rates (currency, per_usd, day, source) values ('EUR', 1000, current_date, 'bank')`,
      );
      return 'another price of coins by bank transfer, of which an operator confirms each';
    },
    isUndone: true,
  },
  {
    what: 'stores large objects',
    work: async (connection) => {
      await connection.query(`select lo_from_bytea(0, 'x')`);
      return 'space';
    },
  },
  {
    what: 'deletes all that the role may delete',
    work: async (connection) => {
      const tables = (await rightsOf(connection)).filter((right) => right.endsWith(' DELETE'));
      for (const right of tables) await connection.query(`delete from ${right.split(' ')[0]!}`);
      return `sessions, codes, devices and notices of everybody: ${tables.length} tables, no money`;
    },
    isUndone: true,
  },
  {
    what: 'freezes every account',
    work: async (connection) => {
      await connection.query('select account_freeze_own(account_id) from accounts');
      return 'nobody moves money until operators release them, no money';
    },
    isUndone: true,
  },
  {
    what: 'locks a row of the house',
    work: async (connection, { thief }) => {
      const lock = `select ledger_lock_house('{bankroll}', '{USDT}', '{real}', '{0}')`;
      await connection.query(lock);
      const other = await thief.connect();
      await other.query(`set lock_timeout = '50ms'`);
      await assert.rejects(other.query(lock), { code: '55P03' });
      other.release(true);
      const { rows } = await connection.query<{
        after: string;
      }>(`select split_part(each, '=', 2) as after from pg_roles, unnest(rolconfig) as each
        where rolname = current_user and each like 'idle_in_transaction_session_timeout=%'`);
      return `all orders wait, ${rows[0]!.after} at a time, no money`;
    },
    isUndone: true,
  },
  {
    what: 'opens an operator’s session',
    work: async (connection) => {
      await connection.query(`select operator_open_session(gen_random_uuid(), null, null, '', '', '')`);
      return 'a session';
    },
  },
  {
    what: 'writes an entry of the audit log',
    work: async (connection) => {
      await connection.query(`select audit_append('demo-risk-1', 'x', '', '{}')`);
      return 'an entry';
    },
  },
  {
    what: 'opens an experience account that nobody offered',
    work: async (connection) => {
      const [owner, accountId] = [await accountWith(connection, '0'), randomUUID()];
      await connection.query(
        `insert into accounts (account_id, number, account_type, language, invite_code, created_at, experience_of)
         values ($1, '99999999', '0', 'en', 'TX', now(), $2)`,
        [accountId, owner],
      );
      await connection.query(
        `insert into experience_openings (account_id, owner_id, terms_version, amount, opened_on) values ($1, $2, 1, 1000000, current_date)`,
        [accountId, owner],
      );
      return '1,000,000 USDT of experience money';
    },
  },
  {
    what: 'publishes a price that no source gave',
    work: async (connection) => {
      await publish(connection, 'ETH', '0.000001');
      return 'the price at which orders of that moment settle';
    },
    isUndone: true,
  },
  {
    what: 'draws a period by a round that never was',
    work: drawOwnPeriod,
  },
  {
    what: 'rewrites what is only shown, counted or sent',
    work: async (connection) => {
      const shown = judgedRights['rewrites what is only shown, counted or sent']!;
      const tables = shown.filter((right) => right.endsWith(' UPDATE')).map((right) => right.split(' ')[0]!);
      for (const table of tables) {
        const { rows } = await connection.query<{ column: string }>(
          `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and attidentity = '' and not attisdropped order by attnum limit 1`,
          [table],
        );
        await connection.query(`update ${table} set ${rows[0]!.column} = ${rows[0]!.column} where false`);
      }
      return `notices, texts, alarms and favourites: ${tables.length} tables, no money`;
    },
  },
  {
    what: 'gives a customer the password of an own account',
    work: async (connection, { own, victim }) => {
      const { rowCount } = await connection.query(
        `update credentials as theirs set argon2 = mine.argon2, pepper_id = mine.pepper_id from credentials as mine
         where theirs.account_id = $1 and mine.account_id = $2 and mine.kind = theirs.kind and theirs.kind = 'login'`,
        [idOf(victim), idOf(own)],
      );
      assert.equal(rowCount, 1);
      return '';
    },
    async afterwards({ app, own, victim }) {
      const client = createClient({ baseUrl: app.url, keepsCookies: true });
      got(await client.call(queryLogin, { user_name: victim.email, user_password: own.password }));
      const { available } = await app.available({ ...victim, client });
      assert.equal(available, '500');
      return 'every customer’s account, of which withdrawals wait for an operator';
    },
  },
];

const idOf = ({ user }: Person): string => parseWireId('account', user.account_id)!;

let unsigned: Asked;
/** With the password, while a treasurer is signed in. */
export const whileSignedIn: readonly Attempt[] = [
  {
    what: 'pays own loans out in the name of a treasurer who is signed in',
    work: async (connection) => {
      for (let turn = 0; turn < 19; turn++) await loan(connection, await accountWith(connection, '0'));
      return '19,000 USDT, owed by accounts that never pay';
    },
  },
  {
    what: 'approves an own withdrawal in that name, without a signature',
    work: async (connection) => {
      const accountId = await accountWith(connection, '1000');
      await approveInName(connection, await withdrawal(connection, accountId, '1000'));
      return 'a payment of 970 USDT';
    },
  },
  {
    what: 'approves an own withdrawal in that name, with a made-up signature',
    work: async (connection) => {
      unsigned = await withdrawal(connection, await accountWith(connection, '1000'), '1000');
      await approveInName(connection, unsigned);
      await signInName(connection, unsigned, 'demo-treasurer-1');
      return '';
    },
    async afterwards({ app }) {
      const trouble = await readUntil(
        'the signer has refused',
        async () => {
          const { rows } = await app.pool.query<{ trouble: string }>(
            'select trouble from withdrawals where withdrawal_id = $1',
            [unsigned.withdrawalId],
          );
          return rows[0]!.trouble;
        },
        (found) => found !== '',
        { withinMs: 60_000, everyMs: 50 },
      );
      assert.match(trouble, /^signer-/);
      return 'nothing on the chain, which the signer refuses';
    },
  },
  {
    what: 'makes up a line of a bank statement in that name',
    work: async (connection) => {
      await connection.query(
        `insert into bank_transfers (transfer_id, currency, amount, booked_on, payer, text, imported_by)
         select gen_random_uuid(), 'EUR', 10000, current_date, 'x', 'x', operator_id from operators where name = 'demo-treasurer-1'`,
      );
      return 'the proof by which another operator confirms an own purchase, within a day’s sum';
    },
    isUndone: true,
  },
  {
    what: 'decides on more in that name than a day’s sum',
    work: async (connection) => loan(connection, await accountWith(connection, '0')),
  },
];
