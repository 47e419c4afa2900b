// What a database at 0083 may hold when it is carried on: somebody, and something under way, of each kind that later migrations read.
const account = '00000000-0000-8000-a000-0000000000a1';
const operator = '00000000-0000-8000-a000-0000000000b1';
const id = (last: string): string => `00000000-0000-8000-a000-0000000000${last}`;

/** What asks for the moves and the due work of these rows, which they have none of. */
export const asksTheJournal = /journal|is counted against its quota|is due at|waits for its time|given back once|(?:balances|reserve|shop) holds? exactly/; // oxfmt-ignore

/** Of one customer and one operator. */
export const rowsAt0083 = `
insert into operators (operator_id, name, argon2, pepper_id, totp_secret, totp_step, accepted_at)
  values ('${operator}', 'olga', 'hash', 'pepper', '\\x01', 7, now() - interval '1 day');
insert into operator_roles (operator_id, role) values ('${operator}', 'identity-reviewer'), ('${operator}', 'support');
insert into operator_recovery_codes (operator_id, code_hash, used_at)
  select '${operator}', md5(n::text), case when n = 1 then now() end from generate_series(1, 10) as n;

insert into accounts (account_id, number, account_type, email, language, invite_code, created_at)
  values ('${account}', '12345678', '1', 'ann@example.com', 'en', 'ANN', now() - interval '1 day');
insert into account_holds (account_id, reason, begun_at, ends_at) values
  ('${account}', 'trade-password', now(), now() + interval '24 hours'), ('${account}', 'contact', now(), now() + interval '72 hours');

insert into pledges (account_id, pledge_id, book, product_id, config_version, amount, days, daily_rate, income, started_at, auto_renew, days_posted, posted)
  select '${account}', '${id('c1')}', 'real', product_id, version, 500, days, daily_rate, trunc(500 * daily_rate * days, 4), now(), false, 0, 0
  from pledge_configs where product_id = '1' and version = 1;
insert into swap_orders (account_id, order_id, book, kind, from_coin, to_coin, from_amount, to_amount, promised, rate, quoted_from, quoted_to,
    received_at, accepted_from, accepted_to, expires_at)
  values ('${account}', '${id('c2')}', 'real', 'limit', 'USDT', 'BTC', 100, 0.002, 0.002, 0.00002, 1, 50000, now(), 0, 0, now() + interval '1 day');
select currency_terms_begin();
insert into purchases (account_id, purchase_id, book, currency, terms_version, coin, reference, money, fee, coins, per_usd, price, ordered_at, expires_at, state, reserved)
  values ('${account}', '${id('c3')}', 'real', 'USD', 1, 'USDT', 'RF18ABCDEFGHIJKL', 1000, 10, 990, 1, 1, now(), now() + interval '30 minutes', 'waiting-payment', 990);
insert into withdrawal_addresses (account_id, address_id, network, asset, address, alias, added_at, usable_at)
  values ('${account}', '${id('c4')}', 'ethereum', 'USDT', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', 'mine', now() - interval '2 days', now() - interval '1 day');
insert into withdrawals (account_id, withdrawal_id, book, network, asset, address_id, address, alias, amount, fee, units, needs_two_persons, requested_at, state)
  values ('${account}', '${id('c5')}', 'real', 'ethereum', 'USDT', '${id('c4')}', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', 'mine', 100, 3, '97000000', false, now(), 'review');
insert into open_withdrawals (account_id, book, withdrawal_id) values ('${account}', 'real', '${id('c5')}');

insert into pictures (picture_id, account_id, digest, key_id, wrapped_key, uploaded_at, delete_after)
  values ('${id('d1')}', '${account}', sha256('front'), 'key', '\\x01', now(), now() + interval '30 days');
insert into identity_cases (case_id, account_id, attempt, country, document_kind, key_id, sealed, document_digest, person_digest, front, submitted_at, claimed_by, claimed_until)
  values ('${id('d2')}', '${account}', 1, 'JP', 'passport', 'key', '\\x01', sha256('document'), sha256('person'), '${id('d1')}', now(), '${operator}', now() + interval '30 minutes');
insert into support_tickets (ticket_id, account_id, subject, language, created_at, changed_at, claimed_by, claimed_until)
  values ('${id('d3')}', '${account}', 'Where is it?', 'en', now(), now(), '${operator}', now() + interval '30 minutes');
insert into shop_goods (good_id, level, drawing) values ('watch', 0, 'watch');
insert into shop_good_texts (good_id, language, name, description) values ('watch', 'en', 'Watch', 'Of steel.');
insert into shop_periods (period_id, good_id, number, series, price, tickets, tickets_min, winners, rebate, prize_kind, prize, draw_delay_ms,
    beacon_name, beacon_is_demo, beacon_key, beacon_genesis_ms, beacon_period_ms, opened_at, closes_at, state, sold)
  values ('${id('c6')}', 'watch', 1, 5, 2, 3, 1, 1, 0.5, 'good', 5, 6000, 'demo', true, repeat('0', 192), 0, 3000, now(), now() + interval '1 day', 'open', 1);
insert into shop_tickets (account_id, ticket_id, book, period_id, number, price, bought_at)
  values ('${account}', '${id('c7')}', 'real', '${id('c6')}', 1, 2, now());
`;

/** As older processes leave it that run on after 0097, and what came while 0096 was applied. */
export const leftOutAt0097 = `
delete from account_promises where product in ('swap', 'staking-plan');
update account_promises set orders = 5, held = held / 3 where product = 'purchase';
insert into account_promises (account_id, promise_id, product, coin, orders, held)
  values ('${account}', account_promise_id('swap', 'ETH'), 'swap', 'ETH', 1, 2);
alter table account_hold_ends disable trigger account_hold_ends_no_delete;
delete from account_hold_ends;
alter table account_hold_ends enable trigger account_hold_ends_no_delete;
`;

/** What is to be read of them afterwards, by what it is. */
export const readAfterwards: Readonly<Record<string, readonly [sql: string, value: unknown]>> = {
  'promises of each product': [
    `select string_agg(product || ' ' || coin || ' ' || orders || ' ' || trim_scale(held), ', ' order by product, coin) from account_promises where orders > 0 or held > 0`,
    'purchase USDT 1 990, purchase all 1 0, staking USDT 1 0.7, staking all 1 0, staking-plan 1 1 500, staking-plan all 1 0, swap BTC 1 0.002, swap all 1 0',
  ],
  'the longer hold': ['select held_until = (select max(ends_at) from account_holds) from account_hold_ends', true],
  'both claims': ['select count(*)::int from case_claims where claimed_until > now()', 2],
  'password and authenticator': [
    `select count(*)::int from operator_passwords join operator_authenticators using (operator_id) where argon2 = 'hash' and last_step = 7`,
    1,
  ],
  'codes that are left': [
    'select count(*)::int from operator_recovery_codes where used_at is null and ended_at is null',
    9,
  ],
  'the purchase under the terms of its day': [
    'select purchase_version is null and reserved = 990 from purchases',
    true,
  ],
  'the period as it was agreed, and what was sold of it is public': [
    `select state = 'open' and tickets_min = 1 and prize = 5 and not pays_buyers and sold_shown = 1 from shop_periods`,
    true,
  ],
  'the withdrawal under the terms of its day': ['select terms_version is null and fee = 3 from withdrawals', true],
};
