// What the role that a server is may do in its database: what migrations grant, table by table, and nothing that they do not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPool, type Pool } from '../src/kit/postgres.ts';
import { openTestLedger, type TestLedger } from './support/money.ts';

let ledger: TestLedger;
let app: Pool;
let owner: Pool;
before(async () => {
  ledger = await openTestLedger();
  app = openPool(ledger.url, 1);
  owner = openPool(ledger.ownerUrl, 1);
});
after(async () => {
  await Promise.all([app.end(), owner.end()]);
  await ledger.close();
});

/** Tables whose rows, once written, are there for ever as they were. */
const appendOnly = /^(?:ledger_moves|act_(?:claims|comments)|market_(?:ticks|minutes|gaps|corrections)|deployment|deployment_keys|public_log\w*|ended_orders|conduct_\w+|contract_changes|option_gaps|house_result\w+|house_losers|experience_openings|shop_(?:goods|good_texts|draws|voids|addresses))$/; // oxfmt-ignore
/** Written by functions of the owner alone. */
const postedOnly =
  /^(?:ledger_(?:balances|house|moves)|public_log|public_log_nodes|audit_log|operator_(?:roles|passwords|authenticators|recovery_codes|passkeys|renewals)|ended_orders|market_halts|account_freezes|setting_\w+|shop_lists|experience_(?:terms|offers)|(?:loan|pledge)_limits|(?:purchase|swap|withdrawal)_terms)$/;

async function grants(): Promise<{ table: string; owner: string; may: string[] }[]> {
  const { rows } = await app.query<{ table: string; owner: string; may: string[] }>(
    `select relname as table, pg_get_userbyid(relowner) as owner,
       array(select privilege_type from aclexplode(relacl) where grantee = 'candor_app'::regrole order by 1) as may
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition order by 1`,
  );
  return rows;
}

test('every table says by a grant what a server may do with it', async () => {
  const tables = await grants();
  assert.ok(tables.length > 40);
  const silent = tables.filter(({ may }) => may.length === 0).map(({ table }) => `${table}: its migration must grant candor_app what a server does with it`); // oxfmt-ignore
  assert.deepEqual(silent, []);
  for (const { table, owner: belongsTo, may } of tables) {
    assert.equal(belongsTo, 'candor_owner', table);
    assert.deepEqual(may.filter((each) => !['SELECT', 'INSERT', 'UPDATE', 'DELETE'].includes(each)), [], table); // oxfmt-ignore
    if (postedOnly.test(table)) assert.deepEqual(may, ['SELECT'], table);
    else if (appendOnly.test(table)) assert.deepEqual(may, ['INSERT', 'SELECT'], table);
  }
  const { rows } = await app.query(`select from information_schema.role_table_grants where grantee = 'PUBLIC' and table_schema = 'public'`); // oxfmt-ignore
  assert.equal(rows.length, 0);
});

test('functions that act as their owner are few, look nowhere else for names, and belong to the owner', async () => {
  const { rows } = await app.query<{ name: string; owner: string; settings: string[] | null }>(
    `select proname as name, pg_get_userbyid(proowner) as owner, proconfig as settings
     from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
  );
  for (const { name, owner: belongsTo, settings } of rows) {
    assert.equal(belongsTo, 'candor_owner', name);
    assert.deepEqual(settings, ['search_path=public, pg_temp'], name);
  }
  const known = ['account_close', 'account_freeze', 'account_freeze_own', 'account_release', 'accounts_forget_closed', 'audit_append', 'conduct_choose', 'currency_terms_begin', 'experience_offer', 'ledger_forget_refusals', 'ledger_lock_house', 'ledger_open_balances', 'ledger_open_house', 'ledger_post', 'market_halt', 'market_prune', 'market_reopen', 'operator_accept', 'operator_add_passkey', 'operator_change_password', 'operator_close', 'operator_end_passkey', 'operator_of_demo', 'operator_open_session', 'operator_renew', 'operator_renew_codes', 'operator_renewal_link', 'operator_replace_authenticator', 'operator_set_roles', 'operator_use_passkey', 'operator_use_recovery_code', 'operator_use_step', 'public_log_append', 'public_log_take_audit_head', 'public_log_take_ended', 'retention_begin', 'setting_change', 'shop_publish_list', 'support_forget_closed']; // oxfmt-ignore
  assert.deepEqual(rows.map(({ name }) => name), known); // oxfmt-ignore
});

test('the role of a server can’t set a balance, rewrite the journal, the archive or what was written for ever', async () => {
  const accountId = await ledger.pay('5');
  const tables = (await grants()).map(({ table }) => table).filter((table) => appendOnly.test(table) || postedOnly.test(table)); // oxfmt-ignore
  assert.ok(tables.length >= 14);
  for (const table of tables) {
    const { rows } = await app.query<{ column: string }>(
      `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and attidentity = '' order by attnum limit 1`,
      [table],
    );
    const { column } = rows[0]!;
    const attempts = [`update ${table} set ${column} = ${column}`, `delete from ${table}`, `truncate ${table}`];
    if (postedOnly.test(table)) attempts.push(`insert into ${table} default values`);
    for (const sql of attempts) await denied(sql);
  }
  await denied(`update ledger_balances set available = 1000000 where account_id = '${accountId}'`);
  await denied(`update ledger_commands set reply = '1'`);
  await denied('delete from ledger_commands');
  await denied('delete from house_dues');
  await denied(
    `insert into operator_sessions (operator_id, token_hash, ip, user_agent) values ('${accountId}', '', '', '')`,
  );
  for (const column of ['operator_id', 'token_hash', 'created_at'])
    await denied(`update operator_sessions set ${column} = ${column}`);
  await denied(`insert into options_configs select * from options_configs limit 1`);
  assert.equal(await ledger.available(accountId), '5');
});

test('nor can it take away what guards them, or become who may', async () => {
  // Granting what one does not have is a warning, and does nothing.
  await app.query('grant update on ledger_balances to candor_app');
  for (const sql of [
    'update ledger_balances set available = 1',
    'alter table ledger_moves disable trigger all',
    'alter table ledger_balances drop constraint ledger_balances_available_check',
    'drop trigger ledger_moves_keep on ledger_moves',
    'drop table ledger_moves',
    'create trigger mine before insert on ledger_moves for each statement execute function append_only()',
    'create table public.mine (n int)',
    'create function public.mine() returns int language sql as $$ select 1 $$',
    'create or replace function ledger_is_customer(bucket ledger_bucket) returns boolean language sql as $$ select true $$',
    'alter function ledger_lock_house(ledger_bucket[], text[], ledger_book[], smallint[]) reset search_path',
    'drop function market_prune(text, bigint)',
    'set session_replication_role = replica',
    'set role candor_owner',
    'set session authorization candor_owner',
    'alter role candor_app superuser',
    'create role mine',
    `copy ledger_moves to program 'true'`,
    `select pg_read_file('PG_VERSION')`,
    'alter system set fsync = off',
  ]) {
    await denied(sql);
  }
});

test('names of its own do not lead the functions of the owner astray', async () => {
  const connection = await app.connect();
  const accountId = ledger.newId();
  try {
    await connection.query('create temporary table ledger_balances (account_id uuid, coin text, book ledger_book)');
    await connection.query('create temporary table ledger_house (like public.ledger_house)');
    await connection.query('set search_path = pg_temp, public');
    await connection.query(`select ledger_open_balances(array[$1::uuid], '{USDT}', '{real}')`, [accountId]);
    assert.equal((await connection.query('select from ledger_balances')).rowCount, 0);
    const locked = await connection.query(`select * from ledger_lock_house('{bankroll}', '{USDT}', '{real}', '{0}')`);
    assert.equal(locked.rowCount, 1);
  } finally {
    connection.release(true);
  }
  assert.equal((await app.query('select from ledger_balances where account_id = $1', [accountId])).rowCount, 1);
});

test('nor what decides on acts and on documents, which acts as the server', async () => {
  const guards = [
    'act_proposals_claim',
    'act_proposals_keep',
    'case_claimed',
    'identity_cases_keep',
    'identity_was_seen',
  ];
  const { rows } = await app.query<{ name: string; settings: string[] | null }>('select proname as name, proconfig as settings from pg_proc where proname = any($1) order by 1', [guards]); // oxfmt-ignore
  assert.deepEqual(rows, guards.map((name) => ({ name, settings: ['search_path=public, pg_temp'] }))); // oxfmt-ignore
});

test('the owner itself is refused by the tables that are never rewritten', async () => {
  await ledger.pay('1', { accountId: ledger.newId() });
  for (const sql of ['update ledger_moves set amount = 1', 'delete from ledger_moves', 'truncate ledger_moves', `update ledger_commands set reply = '1'`]) {
    await assert.rejects(owner.query(sql), /append-only/, sql);
  } // oxfmt-ignore
});

const denied = (sql: string): Promise<void> =>
  assert.rejects(app.query(sql), (error: { code?: string }) => error.code === '42501', `${sql} was not refused for want of the right`); // oxfmt-ignore
