-- The terms of withdrawals, of purchases and of swaps and how long pictures are kept: constant in the program so far, from now on
-- settings like other terms. What was constant is the first version of each.
-- Also applied as 15e8ab7b43f15853ba03cb8563eaebab6345237f711daea35400db598224eaac

insert into setting_kinds values
  ('withdrawal-terms', 'withdrawal_terms', 'asset', '{"fee_rate": "less", "min_amount": "less", "two_persons_above": "neither"}'),
  ('purchase-terms', 'purchase_terms', null, '{"fee_rate": "less", "payment_minutes": "more", "late_days": "more", "move_max": "less",
    "given_up_max": "more", "open_max": "more", "account_share_max": "more", "all_share_max": "more"}'),
  ('swap-terms', 'swap_terms', null, '{"min_value": "less", "limit_range": "more", "limits_max": "more", "account_share_max": "more",
    "all_share_max": "more"}'),
  ('retention', 'retention_terms', null, '{"pictures_kept_days": "less"}');

create table withdrawal_terms (
  asset text not null check (asset in ('USDT', 'BTC', 'ETH', 'TRX', 'XRP')),
  version int not null,
  -- Of the amount, in hundredths of a percent, as people read it.
  fee_rate numeric(38, 18) not null constraint fee_rate check (fee_rate between 0 and 0.1 and fee_rate = round(fee_rate, 4)),
  -- So that something arrives of it, whatever the fee.
  min_amount numeric(38, 18) not null constraint min_amount
    check (min_amount between case when asset in ('BTC', 'ETH') then 0.0001 else 0.1 end and 1000000),
  -- A signer that asks for two approvals from here on would never pay what one has approved above it.
  two_persons_above numeric(38, 18) not null constraint two_persons_above check (two_persons_above between 0 and
    case asset when 'USDT' then 1000 when 'BTC' then 0.02 when 'ETH' then 0.5 when 'TRX' then 5000 when 'XRP' then 1000 end),
  created_at timestamptz not null default now(),
  primary key (asset, version)
);
create trigger withdrawal_terms_keep before update or delete or truncate on withdrawal_terms
  for each statement execute function append_only();
create trigger withdrawal_terms_setting after insert on withdrawal_terms
  for each row execute function setting_made('withdrawal-terms');

-- Null where it was asked for before the terms had versions; then they were the first.
alter table withdrawals add terms_version int, add foreign key (asset, terms_version) references withdrawal_terms;

-- As before, and a withdrawal costs what the version of its terms says, rounded up by less than a digit of the coin, and waits for as many
-- persons.
create or replace function withdrawals_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  terms withdrawal_terms;
begin
  if tg_op = 'INSERT' then
    select * into terms from withdrawal_terms where asset = new.asset and version = new.terms_version;
    if not found or new.state <> 'review' or new.amount < terms.min_amount or new.fee < new.amount * terms.fee_rate
       or new.fee >= new.amount * terms.fee_rate + 0.0001
       or new.needs_two_persons is distinct from (new.amount > terms.two_persons_above) then
      raise exception 'a withdrawal begins under review and under its terms' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (old.account_id, old.withdrawal_id, old.book, old.network, old.asset, old.address_id, old.address, old.alias, old.amount, old.fee,
      old.terms_version, old.units, old.needs_two_persons, old.requested_at) is distinct from
     (new.account_id, new.withdrawal_id, new.book, new.network, new.asset, new.address_id, new.address, new.alias, new.amount, new.fee,
      new.terms_version, new.units, new.needs_two_persons, new.requested_at) then
    raise exception 'what a withdrawal pays never changes' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> new.state and not (old.state, new.state) in (('review', 'approved'), ('review', 'rejected'), ('review', 'cancelled'),
     ('approved', 'built'), ('built', 'signed'), ('signed', 'broadcast'), ('broadcast', 'sent'), ('broadcast', 'failed')) then
    raise exception 'a withdrawal that is % can not become %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  if old.ended_at is not null or old.unsigned is not null and (old.wallet, old.nonce, old.unsigned) is distinct from (new.wallet, new.nonce, new.unsigned)
     or old.signed is not null and (old.signed, old.txid) is distinct from (new.signed, new.txid)
     or old.decided_at is not null and (old.decided_at, old.decided_by, old.decided_proposal) is distinct from
        (new.decided_at, new.decided_by, new.decided_proposal) then
    raise exception 'what was decided or stored of a withdrawal never changes' using errcode = 'insufficient_privilege';
  end if;
  if old.state = 'review' and new.state = 'approved' and new.needs_two_persons and not exists (select from act_proposals
     where proposal_id = new.decided_proposal and kind = 'approve-withdrawal' and state = 'approved'
       and facts::json ->> 'withdrawal_uuid' = new.withdrawal_id::text) then
    raise exception 'two operators approve this withdrawal' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create table purchase_terms (
  version int primary key,
  -- Of what is paid, in hundredths of a percent.
  fee_rate numeric(38, 18) not null constraint fee_rate check (fee_rate between 0 and 0.1 and fee_rate = round(fee_rate, 4)),
  -- A quote is locked for this long.
  payment_minutes int not null check (payment_minutes between 5 and 1440),
  -- After that the customer can still say for so long that it was paid.
  late_days int not null check (late_days between 1 and 60),
  -- What was shown may be more than what is got by this share.
  move_max numeric(38, 18) not null check (move_max between 0 and 0.05),
  -- Orders given up on one day (UTC) before buying pauses for the rest of it.
  given_up_max int not null check (given_up_max between 2 and 100),
  -- Orders of an account that coins are set aside for at the same time.
  open_max int not null check (open_max between 1 and 100),
  -- They hold at most this share of what the house can still promise of the coin.
  account_share_max numeric(38, 18) not null check (account_share_max between 0.001 and 0.5),
  -- Orders of all customers are taken until they hold this share.
  all_share_max numeric(38, 18) not null check (all_share_max between 0.001 and 0.9),
  created_at timestamptz not null default now()
);
create trigger purchase_terms_keep before update or delete or truncate on purchase_terms
  for each statement execute function append_only();
create trigger purchase_terms_setting after insert on purchase_terms
  for each row execute function setting_made('purchase-terms');

-- Null where it was ordered before these terms had versions; then they were the first.
alter table purchases add purchase_version int references purchase_terms,
  add late_until timestamptz check (late_until > expires_at);
create function purchases_begin() returns trigger language plpgsql as $$
begin
  if new.purchase_version is null or new.late_until is null then
    raise exception 'an order names the version of its terms' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger purchases_begin before insert on purchases for each row execute function purchases_begin();
create function purchases_keep_terms() returns trigger language plpgsql as $$
begin
  if (old.purchase_version, old.late_until) is distinct from (new.purchase_version, new.late_until) then
    raise exception 'what was agreed of an order never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger purchases_keep_terms before update on purchases for each row execute function purchases_keep_terms();

create table swap_terms (
  version int primary key,
  -- In USDT.
  min_value numeric(38, 18) not null check (min_value between 0.01 and 1000),
  -- A limit lies at most this share above the market.
  limit_range numeric(38, 18) not null check (limit_range between 0.01 and 10),
  -- Waiting limits of an account.
  limits_max int not null check (limits_max between 1 and 500),
  -- What the house sets aside for an account's limits is at most this share of what it can still promise of the coin.
  account_share_max numeric(38, 18) not null check (account_share_max between 0.001 and 0.5),
  -- What it sets aside for all swaps is at most this share before it takes another limit.
  all_share_max numeric(38, 18) not null check (all_share_max between 0.001 and 0.9),
  created_at timestamptz not null default now()
);
create trigger swap_terms_keep before update or delete or truncate on swap_terms
  for each statement execute function append_only();
create trigger swap_terms_setting after insert on swap_terms
  for each row execute function setting_made('swap-terms');

create table retention_terms (
  version int primary key,
  -- After they were last needed.
  pictures_kept_days int not null check (pictures_kept_days between 1 and 36500),
  created_at timestamptz not null default now()
);
create trigger retention_terms_keep before update or delete or truncate on retention_terms
  for each statement execute function append_only();
create trigger retention_terms_setting after insert on retention_terms
  for each row execute function setting_made('retention');

-- The first version is what the configuration says at the first start; changes nothing where there is one.
create function retention_begin(p_days int) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('retention_terms'));
  insert into retention_terms (version, pictures_kept_days) select 1, p_days where not exists (select from retention_terms);
end $$;

grant select on withdrawal_terms, purchase_terms, swap_terms, retention_terms to candor_app;

-- Last, as a version is public when it is asked for: no lock that was waited for above may make it older than a minute.
insert into withdrawal_terms (asset, version, fee_rate, min_amount, two_persons_above) values
  ('USDT', 1, 0.03, 10, 1000), ('BTC', 1, 0.03, 0.0005, 0.02), ('ETH', 1, 0.03, 0.01, 0.5), ('TRX', 1, 0.03, 20, 5000),
  ('XRP', 1, 0.03, 5, 1000);
insert into purchase_terms (version, fee_rate, payment_minutes, late_days, move_max, given_up_max, open_max, account_share_max, all_share_max)
  values (1, 0.01, 30, 7, 0.005, 3, 3, 0.1, 0.25);
insert into swap_terms (version, min_value, limit_range, limits_max, account_share_max, all_share_max) values (1, 1, 0.5, 50, 0.05, 0.25);
