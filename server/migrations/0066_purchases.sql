-- Coins bought by bank transfer. What is ordered is set aside of the house's inventory until the order ends.

alter type ledger_bucket add value 'purchases-reserve' after 'swaps-reserve';

-- An IBAN with the check digits that it must have, or the number of a bank that knows none.
create function account_number_is_sound(account text) returns boolean language plpgsql immutable as $$
declare
  rest int := 0;
  sign text;
begin
  if account = '' then return true; end if;
  if account !~ '^[A-Z]{2}[0-9]{2}' then return account ~ '^[0-9][0-9-]{3,33}$'; end if;
  if account !~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' then return false; end if;
  foreach sign in array string_to_array(substr(account, 5) || substr(account, 1, 4), null) loop
    if sign ~ '[0-9]' then rest := (rest * 10 + sign::int) % 97;
    else rest := (rest * 100 + ascii(sign) - 55) % 97; end if;
  end loop;
  return rest = 1;
end $$;

-- In which currencies coins are sold, and to which account they are paid; a change is a new version, and an order keeps its own.
create table currency_terms (
  currency text not null check (currency in ('USD', 'EUR', 'JPY', 'KRW', 'SEK', 'CHF', 'TWD', 'AED', 'HKD', 'MOP')),
  version int not null,
  is_offered boolean not null,
  bank text not null check (length(bank) <= 70),
  holder text not null check (length(holder) <= 70),
  postcode text not null check (length(postcode) <= 16),
  town text not null check (length(town) <= 35),
  country text not null constraint country check (country ~ '^([A-Z]{2})?$'),
  account_number text not null constraint account_number check (account_number_is_sound(account_number)),
  swift text not null constraint swift check (swift ~ '^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$'),
  min_amount numeric(38, 18) not null check (min_amount > 0),
  max_amount numeric(38, 18) not null constraint max_amount check (max_amount >= min_amount),
  -- Of an account, on a day (UTC).
  day_limit numeric(38, 18) not null constraint day_limit check (day_limit >= max_amount),
  -- Above it two persons confirm.
  second_person_above numeric(38, 18) not null check (second_person_above >= 0),
  -- Of the working day in which transfers are looked at.
  opens_hour int not null check (opens_hour between 0 and 23),
  closes_hour int not null constraint closes_hour check (closes_hour > opens_hour and closes_hour <= 24),
  created_at timestamptz not null default now(),
  primary key (currency, version),
  constraint is_offered check (not is_offered or bank <> '' and holder <> '' and account_number <> '')
);
create trigger currency_terms_keep before update or delete or truncate on currency_terms
  for each statement execute function append_only();
create trigger currency_terms_setting after insert on currency_terms
  for each row execute function setting_made('currency-terms');
insert into setting_kinds values
  ('currency-terms', 'currency_terms', 'currency', '{"is_offered": "more", "bank": "neither", "holder": "neither", "postcode": "neither",
    "town": "neither", "country": "neither", "account_number": "neither", "swift": "neither", "min_amount": "less", "max_amount": "more",
    "day_limit": "more", "second_person_above": "neither", "opens_hour": "neither", "closes_hour": "neither"}');

-- The first version of each currency: a demo offers accounts that nobody owns, everything else begins with nothing on offer.
create function currency_terms_begin() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_demo boolean := not exists (select from deployment where mode <> 'demo');
begin
  perform pg_advisory_xact_lock(hashtext('currency_terms'));
  insert into currency_terms (currency, version, is_offered, bank, holder, postcode, town, country, account_number, swift,
    min_amount, max_amount, day_limit, second_person_above, opens_hour, closes_hour)
  select currency, 1, is_demo, case when is_demo then bank else '' end, case when is_demo then 'Candor Demo' else '' end,
    case when is_demo then '8000' else '' end, case when is_demo then 'Sample Town' else '' end, case when is_demo then country else '' end,
    case when is_demo then account else '' end, case when is_demo then swift else '' end,
    10 * unit, 50000 * unit, 100000 * unit, 10000 * unit, 9, 17
  from (values
    ('USD', 'Sample Bank', 'US', '000123456789', 'SAMPUS33', 1), ('EUR', 'Sample Bank', 'DE', 'DE89370400440532013000', 'SAMPDEFF', 1),
    ('JPY', 'Sample Bank', 'JP', '0001234567', 'SAMPJPJT', 100), ('KRW', 'Sample Bank', 'KR', '00012345678901', 'SAMPKRSE', 1000),
    ('SEK', 'Sample Bank', 'SE', 'SE4550000000058398257466', 'SAMPSESS', 10), ('CHF', 'Sample Bank', 'CH', 'CH9300762011623852957', 'SAMPCHZZ', 1),
    ('TWD', 'Sample Bank', 'TW', '000123456789', 'SAMPTWTP', 10), ('AED', 'Sample Bank', 'AE', 'AE070331234567890123456', 'SAMPAEAD', 1),
    ('HKD', 'Sample Bank', 'HK', '000123456789', 'SAMPHKHH', 10), ('MOP', 'Sample Bank', 'MO', '000123456789', 'SAMPMOMX', 10)
  ) as first_terms (currency, bank, country, account, swift, unit)
  where not exists (select from currency_terms as known where known.currency = first_terms.currency);
end $$;

-- Lines of bank statements: money that came in. Their ids are made of what they say, so that none is taken in twice.
create table bank_transfers (
  transfer_id uuid primary key,
  currency text not null,
  amount numeric(38, 18) not null check (amount > 0),
  booked_on date not null,
  payer text not null check (length(payer) <= 200),
  text text not null check (length(text) <= 500),
  imported_at timestamptz not null default now(),
  imported_by uuid not null references operators,
  -- What it was used for, once.
  use text check (use in ('confirmed', 'returned')),
  purchase_id uuid unique,
  used_at timestamptz,
  version bigint not null default 0,
  check (num_nulls(use, used_at) in (0, 2)),
  check (purchase_id is null or use is not null)
);
create index bank_transfers_open on bank_transfers (booked_on, transfer_id) where use is null;
create function bank_transfers_keep() returns trigger language plpgsql as $$
begin
  if old.use is not null or (old.transfer_id, old.currency, old.amount, old.booked_on, old.payer, old.text, old.imported_at, old.imported_by)
     is distinct from (new.transfer_id, new.currency, new.amount, new.booked_on, new.payer, new.text, new.imported_at, new.imported_by) then
    raise exception 'a line of a statement stays what it is, and is used once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger bank_transfers_guard before update on bank_transfers for each row execute function bank_transfers_keep();
create trigger bank_transfers_no_delete before delete or truncate on bank_transfers
  for each statement execute function append_only();

create table purchases (
  account_id uuid not null,
  purchase_id uuid not null unique,
  -- Bonus money is never bought with money of a bank.
  book ledger_book not null check (book = 'real'),
  currency text not null,
  terms_version int not null,
  coin text not null,
  reference text not null unique check (reference ~ '^RF[0-9]{2}[A-Z0-9]{12}$'),
  money numeric(38, 18) not null check (money > 0),
  fee numeric(38, 18) not null check (fee >= 0 and fee < money),
  -- What it buys.
  coins numeric(38, 18) not null check (coins > 0),
  per_usd numeric(38, 18) not null check (per_usd > 0),
  price numeric(38, 18) not null check (price > 0),
  ordered_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > ordered_at),
  state text not null
    check (state in ('waiting-payment', 'paid', 'late-paid', 'completed', 'cancelled', 'expired', 'rejected')),
  -- Of the house's inventory, for this order alone.
  reserved numeric(38, 18) not null check (reserved between 0 and coins),
  paid_at timestamptz,
  proof uuid references pictures,
  received numeric(38, 18) check (received >= 0),
  credited numeric(38, 18) check (credited >= 0),
  -- What of it goes back.
  refund numeric(38, 18) check (refund between 0 and received),
  refunded_at timestamptz,
  reason text check (reason in ('not-received', 'other-name', 'wrong-amount', 'bank-returned', 'other')),
  -- One operator, or two in a proposal.
  decided_by uuid references operators,
  proposal_id uuid unique references act_proposals,
  ended_at timestamptz,
  version bigint not null default 0,
  primary key (account_id, purchase_id),
  foreign key (currency, terms_version) references currency_terms,
  check (credited is null or credited <= coins),
  check (reserved = 0 or state in ('waiting-payment', 'paid', 'late-paid')),
  check ((state in ('completed', 'rejected')) = (received is not null)),
  check ((state = 'completed') = (credited is not null)),
  check ((state = 'rejected') = (reason is not null)),
  check (state not in ('completed', 'rejected', 'cancelled') or ended_at is not null),
  check (state in ('waiting-payment', 'paid', 'late-paid') = (ended_at is null) or state = 'expired'),
  check ((state in ('completed', 'rejected')) = (num_nonnulls(decided_by, proposal_id) = 1))
) with (fillfactor = 70);
create index purchases_waiting on purchases (ordered_at) where ended_at is null;

-- What was agreed never changes, an order goes forward along its states, and it is decided by an operator who may: by one up to the limit
-- of its terms, by an approved proposal above.
create function purchases_step() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  may_be text[];
  above numeric;
begin
  if (old.account_id, old.purchase_id, old.book, old.currency, old.terms_version, old.coin, old.reference, old.money, old.fee, old.coins,
      old.per_usd, old.price, old.ordered_at, old.expires_at) is distinct from
     (new.account_id, new.purchase_id, new.book, new.currency, new.terms_version, new.coin, new.reference, new.money, new.fee, new.coins,
      new.per_usd, new.price, new.ordered_at, new.expires_at) then
    raise exception 'what was agreed of an order never changes' using errcode = 'insufficient_privilege';
  end if;
  if old.ended_at is not null and (old.state, old.received, old.credited, old.refund, old.reason, old.ended_at, old.decided_by, old.proposal_id,
      old.proof, old.paid_at) is distinct from (new.state, new.received, new.credited, new.refund, new.reason, new.ended_at, new.decided_by,
      new.proposal_id, new.proof, new.paid_at) or old.refunded_at is not null and new.refunded_at is distinct from old.refunded_at then
    raise exception 'an ended order is final' using errcode = 'insufficient_privilege';
  end if;
  if old.state = new.state then return new; end if;
  may_be := case old.state when 'waiting-payment' then '{paid,late-paid,cancelled,expired,completed}'
    when 'expired' then '{late-paid,completed}' when 'paid' then '{completed,rejected}' when 'late-paid' then '{completed,rejected}'
    else '{}' end::text[];
  if new.state <> all (may_be) then
    raise exception 'an order that is % can not become %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  if new.state in ('completed', 'rejected') then
    select second_person_above into strict above from currency_terms where currency = new.currency and version = new.terms_version;
    if new.proposal_id is not null and not exists (select from act_proposals where proposal_id = new.proposal_id
         and kind = 'confirm-purchase' and state = 'approved' and facts::json ->> 'purchase_uuid' = new.purchase_id::text)
       or new.proposal_id is null and (new.state = 'completed' and new.money > above
         or not operator_has_role(new.decided_by, '{treasurer}')
         or not exists (select from operator_sessions where operator_id = new.decided_by
           and stepped_up_at > clock_timestamp() - interval '5 minutes')) then
      raise exception 'nobody who may has decided on this order' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end $$;
create trigger purchases_guard before update on purchases for each row execute function purchases_step();
create trigger purchases_no_delete before delete or truncate on purchases
  for each statement execute function append_only();

-- What an account ordered on a day: in each currency, and how many orders it gave up.
create table purchase_days (
  account_id uuid not null,
  -- Made of account, day and currency, so that the row can be named before it exists.
  day_id uuid not null,
  day date not null,
  -- all: orders given up, of every currency.
  currency text not null,
  ordered numeric(38, 18) not null check (ordered >= 0),
  given_up int not null check (given_up >= 0),
  version bigint not null default 0,
  primary key (account_id, day_id)
);

-- Each change of an order is told to its customer, once.
create table purchase_notices (
  purchase_id uuid not null,
  account_id uuid not null,
  state text not null,
  at timestamptz not null default now(),
  notified_at timestamptz,
  primary key (purchase_id, state)
);
create index purchase_notices_waiting on purchase_notices (at) where notified_at is null;
create function purchases_notice() returns trigger language plpgsql as $$
begin
  insert into purchase_notices (purchase_id, account_id, state) values (new.purchase_id, new.account_id, new.state)
    on conflict do nothing;
  return null;
end $$;
create trigger purchases_told after insert or update of state on purchases
  for each row execute function purchases_notice();

insert into act_kinds values ('confirm-purchase', '{treasurer}', '{risk,administrator}');

-- What went back is noted after the end.
create function ended_order_digest(ended purchases) returns bytea language sql stable
  set search_path = public, pg_temp set timezone = 'UTC' as $$
    select sha256(convert_to(jsonb_strip_nulls(to_jsonb(ended) - '{version,refunded_at}'::text[])::text, 'UTF8'))
  $$;
create index purchases_ended on purchases using brin (ended_at) with (autosummarize = on, pages_per_range = 32);
insert into ended_order_kinds (kind, orders, id_column, ended_column) values ('purchase', 'purchases', 'purchase_id', 'ended_at');

grant select on currency_terms to candor_app;
grant select, insert, update on bank_transfers, purchases, purchase_days to candor_app;
grant select, insert, update (notified_at) on purchase_notices to candor_app;
