// What the roles that a server and a console are may do in their database: what migrations grant, table by table, and nothing that they do not.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { largeObjectsWarning } from '../src/deployment/rules.ts';
import { mayMakeLargeObjects } from '../src/deployment/store.ts';
import { openPool, type Pool } from '../src/kit/postgres.ts';
import { openTestLedger, type TestLedger } from './support/money.ts';

let ledger: TestLedger;
let app: Pool;
let desk: Pool;
let owner: Pool;
before(async () => {
  ledger = await openTestLedger();
  app = openPool(ledger.url, 1);
  desk = openPool(ledger.consoleUrl, 1);
  owner = openPool(ledger.ownerUrl, 1);
});
after(async () => {
  await Promise.all([app.end(), desk.end(), owner.end()]);
  await ledger.close();
});

/** Tables whose rows, once written, are there for ever as they were. */
const appendOnly = /^(?:ledger_moves|market_(?:ticks|minutes|gaps|corrections)|deployment|deployment_keys|public_log\w*|ended_orders|conduct_\w+|contract_changes|option_gaps|house_result\w+|house_losers|experience_openings|shop_(?:goods|good_texts|draws|voids|addresses))$/; // oxfmt-ignore
/** Written by functions of the owner alone. */
const postedOnly =
  /^(?:ledger_(?:balances|house|moves)|public_log|public_log_nodes|audit_log|act_(?:claims|comments|signatures)|operator_(?:roles|passwords|authenticators|recovery_codes|passkeys|renewals|limits|decisions|accounts|contacts|devices|looks|look_limits)|ended_orders|market_halts|account_freezes|setting_\w+|shop_lists|experience_(?:terms|offers)|(?:loan|pledge)_limits|(?:purchase|swap|withdrawal)_terms|demo_(?:funds|faucet_limits)|capital_orders_since)$/;

async function grants(): Promise<{ table: string; owner: string; may: string[] }[]> {
  const { rows } = await app.query<{ table: string; owner: string; may: string[] }>(
    `select relname as table, pg_get_userbyid(relowner) as owner,
       array(select privilege_type from aclexplode(relacl) where grantee = 'candor_app'::regrole
         union select privilege_type from pg_attribute, aclexplode(attacl)
         where attrelid = pg_class.oid and grantee = 'candor_app'::regrole order by 1) as may
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
  const known = ['account_close', 'account_freeze', 'account_freeze_own', 'account_release', 'accounts_forget_closed', 'act_obstacle', 'act_proposals_credit', 'audit_append', 'bank_transfers_returned', 'conduct_choose', 'currency_terms_begin', 'experience_offer', 'identity_cases_apart', 'ledger_forget_refusals', 'ledger_lock_house', 'ledger_open_balances', 'ledger_open_house', 'ledger_post', 'ledger_source_is_ordered', 'loans_decided', 'market_halt', 'market_prune', 'market_reopen', 'operator_accept', 'operator_add_passkey', 'operator_change_password', 'operator_close', 'operator_declare_account', 'operator_declare_contact', 'operator_devices_note', 'operator_end_declared', 'operator_end_passkey', 'operator_look', 'operator_looks_forget', 'operator_obstacle', 'operator_of_demo', 'operator_open_session', 'operator_renew', 'operator_renew_codes', 'operator_renewal_link', 'operator_replace_authenticator', 'operator_set_roles', 'operator_tie', 'operator_use_passkey', 'operator_use_recovery_code', 'operator_use_step', 'public_log_append', 'public_log_take_audit_head', 'public_log_take_ended', 'purchases_decided', 'purchases_refunded', 'retention_begin', 'setting_change', 'shop_prizes_decided', 'shop_publish_list', 'support_forget_closed', 'withdrawals_decided', 'withdrawals_free_places']; // oxfmt-ignore
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
  for (const by of [app, desk]) {
    await denied(`insert into operator_sessions (operator_id, token_hash, ip, user_agent) values ('${accountId}', '', '', '')`, by);
    for (const column of ['operator_id', 'token_hash', 'created_at'])
      await denied(`update operator_sessions set ${column} = ${column}`, by);
  } // oxfmt-ignore
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

/** What operators do, and what it is called with. */
const ofOperators: readonly string[] = [
  `insert into operators (operator_id, name) values (gen_random_uuid(), 'mallory')`,
  `insert into operator_invitations (operator_id, token_hash, totp_secret) select operator_id, '', '' from operators`,
  'update operator_invitations set used_at = now()',
  'update operator_sessions set stepped_up_at = now()',
  'update operator_sessions set last_seen_at = now()',
  'delete from operator_sessions',
  `insert into operator_origins (operator_id, origin) select operator_id, 'x' from operators`,
  `insert into operator_new_authenticators (session_id, totp_secret) select session_id, '' from operator_sessions`,
  `insert into operator_challenges values ('x', now())`,
  `insert into act_proposals (proposal_id, kind, body, facts, why, maker, expires_at)
   select gen_random_uuid(), 'house-money-in', '{}', '{}', 'x', operator_id, now() + interval '1 hour' from operators`,
  `update act_proposals set state = 'approved', checker = maker, decided_at = now(), version = 1`,
  `insert into act_claims select proposal_id, maker, now() from act_proposals`,
  `insert into act_comments (proposal_id, operator_id, text) select proposal_id, maker, 'x' from act_proposals`,
  `insert into act_signatures (proposal_id, operator_id, signature) select proposal_id, maker, '{}' from act_proposals`,
  `select audit_append('npm run x', 'x', '', '{}')`,
  `select operator_of_demo('tess', 'treasurer')`,
  `select operator_open_session(gen_random_uuid(), null, null, '', '', '')`,
  `select operator_look(gen_random_uuid(), 'customers', 'x')`,
  'select argon2 from operator_passwords',
  'select totp_secret from operator_authenticators',
  'select code_hash from operator_recovery_codes',
  'select token_hash from operator_sessions',
  'select token_hash from operator_invitations',
  'select value from operator_contacts',
  'select user_agent from operator_devices',
];

test('a server signs in no operator, decides on nothing, writes nothing in an operator’s name, and reads no proof', async () => {
  for (const sql of ofOperators) await denied(sql);
  for (const sql of ['set role candor_console', 'set session authorization candor_console', 'grant candor_console to candor_app'])
    await denied(sql);
  const { rows } = await app.query<{ name: string; app: boolean; console: boolean }>(
    `select proname as name, has_function_privilege('candor_app', oid, 'execute') as app,
       has_function_privilege('candor_console', oid, 'execute') as console
     from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and (proname like 'operator\\_%' or proname in ('act_obstacle', 'audit_append'))`,
  );
  assert.ok(rows.length >= 15);
  assert.deepEqual(rows.filter((each) => each.app || !each.console), [], 'made anew, a function is everybody’s: revoke and grant again'); // oxfmt-ignore
}); // oxfmt-ignore

test('a console may do what operators do', async () => {
  const { rows } = await desk.query<{ id: string }>(`select operator_of_demo('tess', 'treasurer') as id`);
  const { id } = rows[0]!;
  const open = `select operator_open_session('${id}', null, null, 'x', 'x', 'x') as "isOpen"`;
  assert.deepEqual((await desk.query(open)).rows, [{ isOpen: true }]);
  const refused: string[] = [];
  for (const sql of ofOperators)
    await desk.query(sql).catch((error: { message: string }) => refused.push(error.message));
  // A treasurer does not decide on what he proposed himself, and claims of a proposal are counted: those are no matter of grants.
  assert.deepEqual(refused.filter((message) => message.startsWith('permission denied')), []); // oxfmt-ignore
});

test('a console posts nothing, owes nothing in the house’s name, and comes in as no customer', async () => {
  const accountId = await ledger.pay('7');
  const refused = (sql: string): Promise<void> => assert.rejects(desk.query(sql), /a console does not write/, sql);
  const { rows } = await owner.query<{ call: string }>(
    `select format('ledger_post(%s)', string_agg(format(case typcategory when 'A' then '''{}''::%s' else 'null::%s' end, format_type(type, null)), ', ' order by place)) as call
     from pg_proc, unnest(proargtypes) with ordinality as argument(type, place) join pg_type on pg_type.oid = type where proname = 'ledger_post'`,
  );
  await refused(`select ${rows[0]!.call}`);
  await refused('insert into house_dues default values');
  for (const table of ['sessions', 'credentials', 'account_authenticators', 'account_recovery_codes', 'account_passkeys'])
    await refused(`insert into ${table} default values`);
  await refused('update sessions set account_id = account_id');
  await refused('update credentials set argon2 = argon2');
  await denied(`update ledger_balances set available = 1000000 where account_id = '${accountId}'`, desk);
  await denied('delete from ledger_moves', desk);
  for (const sql of ['alter table ledger_moves disable trigger all', 'set session_replication_role = replica', 'set session authorization candor_app', 'set role candor_owner'])
    await denied(sql, desk);
  const connection = await desk.connect();
  await connection.query('set role candor_app');
  await assert.rejects(connection.query(`select ${rows[0]!.call}`), /a console does not write/, 'whatever role it takes on'); // oxfmt-ignore
  connection.release(true);
  assert.equal(await ledger.available(accountId), '7');
}); // oxfmt-ignore

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

/** They run for each row of what is frequent, and name with its schema what they read. No other guard may. */
const namingSchemas = ['contract_orders_keep', 'market_tick_follows', 'option_orders_keep', 'swap_orders_keep'];
/** They keep nobody from anything but through those that guard, and look where these do. */
const asked = ['account_promise_id', 'audit_hash', 'conduct_in_force', 'conduct_is_looser', 'content_query', 'content_words', 'engine_fence', 'engine_take_lease', 'expect_rows', 'ledger_is_customer', 'ledger_is_outside', 'ledger_is_refusal', 'ledger_may_owe', 'setting_number']; // oxfmt-ignore

test('every function that guards says where it looks for names', async () => {
  const { rows } = await app.query<{ name: string; body: string; guards: boolean }>(
    `select proname as name, prosrc as body, prosecdef or prorettype = 'trigger'::regtype as guards
     from pg_proc where pronamespace = 'public'::regnamespace
       and not coalesce('search_path=public, pg_temp' = any (proconfig), false) order by 1`,
  );
  const guards = rows.filter((each) => each.guards);
  assert.deepEqual(guards.map(({ name }) => name), namingSchemas, 'set search_path = public, pg_temp'); // oxfmt-ignore
  for (const { name, body } of guards)
    assert.doesNotMatch(body.replaceAll('distinct from', ''), /\bfrom (?!public\.)|\bjoin\b|::|\bcast\b|%(?:row)?type\b/, name); // oxfmt-ignore
  assert.deepEqual(rows.filter((each) => !each.guards).map(({ name }) => name), asked, 'set search_path = public, pg_temp'); // oxfmt-ignore
});

test('what a session puts in the place of a table is not what a guard reads', async () => {
  // A copy of a database lets everybody make temporary tables, whatever the one that was copied says.
  const connection = await app.connect();
  const [accountId, loanId, proposalId] = [ledger.newId(), ledger.newId(), ledger.newId()];
  const apply = (needsTwo: boolean): Promise<unknown> =>
    connection.query(
      `insert into loans (account_id, loan_id, book, amount, term_id, term_version, months, monthly_rate, cost, limits_version,
         credit_limit, needs_two_persons, agreement_sha256, applied_at, state, collects_in_parts)
       values ($1, $2, 'real', 5000, '1', 1, 1, 0.012, 60, 1, 5000, $3, repeat('0', 64), now(), 'review', true)`,
      [accountId, loanId, needsTwo],
    );
  try {
    await apply(true);
    await connection.query(`create temporary table loan_limits (version int, two_persons_above numeric);
      insert into loan_limits values (1, 1000000);
      create temporary table act_proposals (proposal_id uuid, kind text, state text, facts text);
      create temporary table market_ticks (coin text, sequence bigint, published_ms bigint);
      insert into market_ticks values ('BTC', 98, 1);
      set search_path = pg_temp, public`);
    await connection.query(`insert into act_proposals values ($1, 'approve-loan', 'approved', $2)`, [
      proposalId,
      JSON.stringify({ loan_uuid: loanId }),
    ]);
    await assert.rejects(apply(false), /a loan begins as an application under its limits/);
    const payOut = `update loans set state = 'paid-out', decided_at = now(), decided_by = 'anna', decided_proposal = $2, paid_out_at = now(),
      due_at = now() where loan_id = $1`;
    await assert.rejects(connection.query(payOut, [loanId, proposalId]), /two operators approve this loan/);
    const leap = `insert into public.market_ticks (coin, sequence, published_ms) values ('BTC', 99, 2)`;
    await assert.rejects(connection.query(leap), /leaves a gap/);
  } finally {
    connection.release(true);
  }
});

test('a database that its owner migrated lets a server make no temporary tables', async () => {
  const { rows } = await app.query(
    `select has_database_privilege('candor_app', oid, 'temporary') as may, has_database_privilege('candor_app', oid, 'connect') as comes
     from pg_database where datname ~ '^template_[0-9a-f]{16}$'`,
  );
  assert.deepEqual(rows, [{ may: false, comes: true }]);
});

/** All that is called with large objects: making, writing, reading. */
const largeObjects = [
  'select lo_create(0)',
  'select lo_creat(-1)',
  `select lo_from_bytea(0, 'x')`,
  `select lo_put(1, 0, 'x')`,
  'select lo_get(1)',
  'select lo_open(1, 131072)',
  `select lowrite(0, 'x')`,
  'select loread(0, 1)',
  'select lo_unlink(1)',
  `select lo_import('/etc/hostname')`,
];

test('neither role stores large objects, which no grant of a table bounds; and a start says where they could', async () => {
  for (const by of [app, desk]) for (const sql of largeObjects) await denied(sql, by);
  const connection = await app.connect();
  try {
    assert.equal(largeObjectsWarning(await mayMakeLargeObjects(connection)), undefined);
    const admin = openPool(ledger.adminUrl!, 1);
    await admin.query('grant execute on function lo_create(oid) to public');
    assert.match(largeObjectsWarning(await mayMakeLargeObjects(connection))!, /deploy\/large-objects.sql/);
    await admin.query(readFileSync(join(import.meta.dirname, '../../deploy/large-objects.sql'), 'utf8'));
    await admin.end();
    assert.equal(await mayMakeLargeObjects(connection), false);
  } finally {
    connection.release();
  }
});

test('what a session of either role holds is free again in time', async () => {
  const limits = ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout'];
  for (const role of ['candor_app', 'candor_console']) {
    const { rows } = await owner.query<{ name: string }>(
      `select split_part(each, '=', 1) as name from pg_roles, unnest(rolconfig) as each where rolname = $1 order by 1`,
      [role],
    );
    const names = rows.map(({ name }) => name);
    assert.deepEqual(limits.filter((limit) => !names.includes(limit)), [], role); // oxfmt-ignore
  }
});

test('the owner itself is refused by the tables that are never rewritten', async () => {
  await ledger.pay('1', { accountId: ledger.newId() });
  for (const sql of ['update ledger_moves set amount = 1', 'delete from ledger_moves', 'truncate ledger_moves', `update ledger_commands set reply = '1'`]) {
    await assert.rejects(owner.query(sql), /append-only/, sql);
  } // oxfmt-ignore
});

const denied = (sql: string, by = app): Promise<void> =>
  assert.rejects(by.query(sql), (error: { code?: string }) => error.code === '42501', `${sql} was not refused for want of the right`); // oxfmt-ignore
