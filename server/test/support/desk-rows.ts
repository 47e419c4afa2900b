// Rows for the desks of operators, as a business of some age has them: written past every guard by the superuser, for pages that are
// looked at. What they say of money is in no journal, and nothing of it is due, so that no server acts on it.
import pg from 'pg';

export interface DeskRows {
  /** Of each desk. */
  rows: number;
  /** How many of them wait for somebody. */
  waiting: number;
}

/** Each row belongs to another of the accounts, as far as there are so many; `$1` rows, of which `$2` wait. */
const chosen = `with chosen as materialized (
  select account_id, row_number() over (order by account_id) as number
  from (select account_id from accounts order by account_id limit $1) as picked
), placed as (
  select place, accounts, 1 + (place - 1) % accounts as number
  from generate_series(1, $1::int) as place cross join (select count(*) as accounts from chosen) as known
), each as materialized (
  select place, account_id, place <= least($2, accounts) as waits, now() - place * interval '7 minutes' as at from placed join chosen using (number)
)`;

const statements: readonly string[] = [
  `${chosen}, made as (
     insert into support_tickets (ticket_id, account_id, subject, language, state, created_at, changed_at, first_answer_at, closed_at, rating)
     select gen_random_uuid(), account_id, 'Where is my money? ' || place, 'en', case when waits then 'open' else 'closed' end, at, at,
       case when not waits then at end, case when not waits then at end, case when not waits then 5 end
     from each returning ticket_id, account_id, created_at)
   insert into support_messages (ticket_id, message_id, account_id, request_key, request_digest, body, at)
   select ticket_id, gen_random_uuid(), account_id, gen_random_uuid(), '\\x00', 'It has not arrived, and I wait for it.', created_at + n * interval '1 minute'
   from made cross join generate_series(1, 3) as n`,
  `${chosen}, made as (
     insert into notifications (account_id, notification_id, kind, says, subject_id, facts, path, at)
     select account_id, gen_random_uuid(), 'security', 'login', gen_random_uuid(), '{}', '/security', at
     from each returning account_id, notification_id, at)
   insert into notification_deliveries (account_id, notification_id, channel, endpoint, state, tries, done_at, reason)
   select account_id, notification_id, 'mail', '', 'sent', 1, at, '' from made`,
  `${chosen}, made as (
     insert into withdrawal_addresses (account_id, address_id, network, asset, address, alias, added_at, usable_at)
     select account_id, gen_random_uuid(), 'ethereum', 'USDT', '0x' || lpad(to_hex(place), 40, '0'), 'My wallet', at, at + interval '1 day'
     from each returning account_id, address_id, address, added_at)
   insert into withdrawals (account_id, withdrawal_id, book, network, asset, address_id, address, alias, amount, fee, units, needs_two_persons,
     requested_at, state, decided_at, decided_by, reason, ended_at)
   select account_id, gen_random_uuid(), 'real', 'ethereum', 'USDT', address_id, address, 'My wallet', 100, 1, '99000000', false, at,
     case when waits then 'review' else 'rejected' end, case when not waits then at end, case when not waits then 'somebody' end,
     case when not waits then 'address-doubtful' end, case when not waits then at end
   from made join each using (account_id) where made.added_at = each.at`,
  `${chosen}, made as (
     insert into loans (account_id, loan_id, book, amount, term_id, term_version, months, monthly_rate, cost, limits_version, credit_limit,
       needs_two_persons, agreement_sha256, applied_at, state, decided_at, decided_by, decided_reason, ended_at)
     select account_id, gen_random_uuid(), 'real', 500, '3', 1, 3, 0.011, 16.5, 1, 1000, false, repeat('0', 64), at,
       case when waits then 'review' else 'rejected' end, case when not waits then at end, case when not waits then 'somebody' end,
       case when not waits then 'history-too-short' end, case when not waits then at end
     from each returning account_id, loan_id)
   insert into loan_agreements (account_id, loan_id, language, text, digest)
   select account_id, loan_id, 'en', 'It is paid back.', sha256('It is paid back.') from made`,
  `${chosen}
   insert into purchases (account_id, purchase_id, book, currency, terms_version, coin, reference, money, fee, coins, per_usd, price,
     ordered_at, expires_at, state, reserved, paid_at, ended_at)
   select account_id, gen_random_uuid(), 'real', terms.currency, terms.version, 'USDT', 'RF' || lpad((place % 100)::text, 2, '0') || lpad(place::text, 12, '0'),
     100, 1, 100, 1, 1, at, at + interval '30 minutes', case when waits then 'paid' else 'cancelled' end, 0, at, case when not waits then at end
   from each cross join (select currency, version from currency_terms order by currency = 'EUR' desc, version desc limit 1) as terms`,
  // The page of transfers shows who imported each one, so there must be an operator.
  `insert into operators (operator_id, name) select '00000000-0000-0000-0000-000000000000', 'desk-rows' where $1::int > 0 and $2::int >= 0 on conflict do nothing`,
  `${chosen}
   insert into bank_transfers (transfer_id, currency, amount, booked_on, payer, text, imported_by, use, used_at)
   select gen_random_uuid(), 'EUR', 100 + place % 7, at::date, 'Ann Lee ' || place, 'RF' || lpad((place % 100)::text, 2, '0') || lpad(place::text, 12, '0'),
     '00000000-0000-0000-0000-000000000000', case when not waits then 'returned' end, case when not waits then at end
   from each`,
  `${chosen}, made as (
     insert into shop_periods (period_id, good_id, number, series, price, tickets, tickets_min, winners, rebate, prize_kind, prize, draw_delay_ms,
       beacon_name, beacon_is_demo, beacon_key, beacon_genesis_ms, beacon_period_ms, opened_at, closes_at, state, sold, closed_at)
     select gen_random_uuid(), good_id, 100000 + place, 0, 1, 100, 100, 1, 0.5, 'good', 50, 1000, 'demo', true, repeat('0', 192), 0, 3000,
       at - interval '1 hour', at, 'drawn', 100, at
     from each cross join (select good_id from shop_goods order by good_id limit 1) as good returning period_id, closes_at)
   insert into shop_prizes (prize_id, account_id, period_id, worth, won_at, state, changed_at, carrier, tracking, sent_by)
   select gen_random_uuid(), account_id, period_id, 50, at, case when waits then 'addressed' else 'sent' end, at,
     case when not waits then 'Post' end, case when not waits then 'CH' || place end, case when not waits then 'somebody' end
   from made join each on closes_at = at`,
  `${chosen}
   insert into swap_orders (account_id, order_id, book, kind, from_coin, to_coin, from_amount, to_amount, promised, rate, quoted_from, quoted_to,
     received_at, accepted_from, accepted_to, expires_at, result, reason, given, received, settled_at)
   select account_id, gen_random_uuid(), 'real', 'limit', 'USDT', 'BTC', 100, 0.01, 0.01, 0.0001, 1, 12000, at, 0, 0,
     case when waits then now() + interval '30 days' else at end, case when not waits then 'returned' end,
     case when not waits then 'expired' end, case when not waits then 0 end, case when not waits then 0 end, case when not waits then at end
   from each`,
  // Nobody opens them: nothing is sealed in them, and their pictures count as deleted. Two by two they have the document in common.
  `${chosen}, made as (
     insert into pictures (picture_id, account_id, digest, key_id, uploaded_at, delete_after)
     select gen_random_uuid(), account_id, sha256(place::text::bytea), 'none', at, at from each returning picture_id, account_id, uploaded_at)
   insert into identity_cases (case_id, account_id, attempt, state, country, document_kind, key_id, sealed, document_digest, person_digest, front,
     submitted_at, decided_at, reason)
   select gen_random_uuid(), account_id, place, case when waits then 'review' else 'failed' end, 'JP', 'passport', 'none', '',
     sha256((place / 2)::text::bytea), sha256(place::text::bytea), picture_id, at, case when not waits then at end,
     case when not waits then 'picture-unclear' end
   from made join each using (account_id) where made.uploaded_at = each.at`,
  // A web process tells each of them to its customers, so there are few.
  `insert into market_corrections (correction_id, coin, minute_ms, before_prices, after_prices, reason, note, proposed_by, approved_by,
     corrected_ms, previous_hash, hash, public_key, signature, proposal_id)
   select place, 'BTC', (extract(epoch from now())::bigint / 60 - 7 * place) * 60000, '{60000, 60900, 59900, 60100}', '{60000, 60200, 59900, 60100}',
     'bad-print', 'One source had a wrong price.', 'somebody', 'another', extract(epoch from now())::bigint * 1000,
     sha256((place - 1)::text::bytea), sha256(place::text::bytea), decode(repeat('00', 32), 'hex'), decode(repeat('00', 64), 'hex'), gen_random_uuid()
   from generate_series(1, least($1::int, 100)) as place where $2 > 0`,
  // Of a network that no demo follows, as its chain would know nothing of them.
  `${chosen}, made as (
     insert into deposits (deposit_id, network, txid, ordinal, asset, address, account_id, units, state, block_height, block_hash, seen_at)
     select gen_random_uuid(), 'bitcoin', md5(place::text), 0, 'BTC', 'bc1q' || md5(place::text), account_id, '100000000', 'held', place, 'block-' || place, at
     from each where waits returning deposit_id, block_hash, seen_at)
   insert into deposit_checks (deposit_id, block_hash, verdict, since, checked_at)
   select deposit_id, block_hash, 'alone', seen_at, seen_at from made`,
  `${chosen}, addresses as (
     insert into deposit_addresses (address_id, account_id, network, address_index, address)
     select gen_random_uuid(), account_id, 'bitcoin', place, 'bc1q' || md5('contract' || place) from each where waits
     returning address_id, account_id, network), balances as (
     insert into address_balances (address_id, network) select address_id, network from addresses)
   insert into contract_payments (payment_id, address_id, account_id, network, asset, units, verdict, height, after_height, found_at, checked_at)
   select gen_random_uuid(), address_id, account_id, network, 'BTC', '100000000', 'agrees', 120, 100, now() - interval '2 hours', now() from addresses`,
  `${chosen}
   insert into set_aside_commands (name, account_id, object_id, error, tries, at, retried_at)
   select 'settle-option', account_id, gen_random_uuid(), 'the price of the tick is missing', 5, at, case when not waits then at end from each`,
];

/** `url` is the superuser's. As slow as it may be with very many: a server's connections would give up. */
export async function writeDeskRows(url: string, { rows, waiting }: DeskRows): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of statements) await client.query(statement, [rows, waiting]);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
