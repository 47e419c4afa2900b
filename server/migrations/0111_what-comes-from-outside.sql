-- What one node says is believed up to a sum; a larger deposit is credited once a second node says the same, or two operators let it pass.

-- How many decimals a coin has on a network, as the program has them: what of a coin's smallest units makes one in the books.
create table network_coins (
  network text not null,
  asset text not null,
  decimals int not null check (decimals between 0 and 30),
  primary key (network, asset)
);
create trigger network_coins_keep before update or delete or truncate on network_coins
  for each statement execute function append_only();
insert into network_coins values
  ('bitcoin', 'BTC', 8), ('ethereum', 'ETH', 18), ('ethereum', 'USDT', 6), ('tron', 'TRX', 6), ('tron', 'USDT', 6), ('xrpl', 'XRP', 6);
grant select on network_coins to candor_app;

-- What of a coin all customers together are credited within 24 hours by the word of one node alone. A sum over all of them, as whoever
-- makes up deposits makes up many small ones for many accounts.
insert into setting_kinds values ('deposit-terms', 'deposit_terms', 'asset', '{"one_node_max": "more"}');
create table deposit_terms (
  asset text not null check (asset in ('USDT', 'BTC', 'ETH', 'TRX', 'XRP')),
  version int not null,
  one_node_max numeric(38, 18) not null constraint one_node_max check (one_node_max between 0 and 10000000),
  created_at timestamptz not null default now(),
  primary key (asset, version)
);
create trigger deposit_terms_keep before update or delete or truncate on deposit_terms
  for each statement execute function append_only();
create trigger deposit_terms_setting after insert on deposit_terms
  for each row execute function setting_made('deposit-terms');
insert into deposit_terms (asset, version, one_node_max) values
  ('USDT', 1, 10000), ('BTC', 1, 0.2), ('ETH', 1, 4), ('TRX', 1, 50000), ('XRP', 1, 10000);
grant select on deposit_terms to candor_app;

-- What the second node said of a deposit last: `alone` where there is none.
create table deposit_checks (
  deposit_id uuid primary key references deposits,
  -- The block that it said it of.
  block_hash text not null,
  verdict text not null check (verdict in ('agrees', 'alone', 'behind', 'unusable', 'contradicts')),
  -- Since when the deposit is deep enough.
  since timestamptz not null default clock_timestamp(),
  checked_at timestamptz not null default clock_timestamp()
);
create trigger deposit_checks_no_delete before delete or truncate on deposit_checks
  for each statement execute function append_only();
grant select, insert, update (block_hash, verdict, checked_at) on deposit_checks to candor_app;
create index deposits_credited on deposits (asset, credited_at) where credited_at is not null;

create function deposit_is_agreed(d deposits) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from deposit_checks c where c.deposit_id = d.deposit_id and c.verdict = 'agrees' and c.block_hash = d.block_hash)
$$;

create function deposit_amount(d deposits) returns numeric language sql stable set search_path = public, pg_temp as $$
  select d.units::numeric / 10::numeric ^ decimals from network_coins n where n.network = d.network and n.asset = d.asset
$$;

-- What one node alone may still say of a coin at a moment.
create function deposits_left_to_one_node(p_asset text, p_now timestamptz) returns numeric language sql stable
  set search_path = public, pg_temp as $$
    select coalesce((select one_node_max from deposit_terms t join settings_in_force('deposit-terms', clock_timestamp()) s
        on s.id = t.asset and s.version = t.version where t.asset = p_asset), 0)
      - coalesce((select sum(deposit_amount(d)) from deposits d where d.asset = p_asset and d.credited_at > p_now - interval '24 hours'
          and d.credited_at <= p_now and not d.is_cleared and not deposit_is_agreed(d)), 0)
  $$;

-- Whoever credits holds the cursor of the network, so that two don't count on the same rest. Coins of a demo have no value.
create function deposits_two_nodes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.is_cleared or new.credited_at is not null then
      raise exception 'a deposit begins as one that was seen' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if new.is_cleared and not old.is_cleared and not exists (select from act_proposals where kind = 'clear-deposit'
     and state = 'approved' and facts::json ->> 'deposit_uuid' = new.deposit_id::text) then
    raise exception 'two operators let a deposit pass' using errcode = 'insufficient_privilege';
  end if;
  if old.state in ('seen', 'dust') and new.state = 'credited' and not new.is_cleared and not deposit_is_agreed(new)
     and not exists (select from deployment where mode = 'demo')
     and (deposit_amount(new) <= deposits_left_to_one_node(new.asset, new.credited_at)) is not true then
    raise exception 'one node alone says so much no more' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger deposits_two_nodes before insert or update on deposits for each row execute function deposits_two_nodes();

insert into act_kinds values ('clear-deposit', '{treasurer,risk}', '{risk,administrator}', true);

-- Pictures of accounts that have proven nothing go 30 days after they were last needed; of older ones it is known when they came. Whatever an
-- open case or request still needs is kept on by the job that deletes.
update pictures p set delete_after = least(delete_after, greatest(uploaded_at + interval '30 days', now() + interval '7 days'))
where wrapped_key is not null and delete_after > uploaded_at + interval '1 day'
  and not exists (select from accounts a where a.account_id = p.account_id and a.verified_at is not null)
  and not exists (select from deposits d where d.account_id = p.account_id and d.credited_at is not null)
  and not exists (select from purchases o where o.account_id = p.account_id and o.state = 'completed');

-- The signer signs units, and people approve amounts: both are the same, whoever writes the row.
create function withdrawals_units() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from network_coins where network = new.network and asset = new.asset
     and (new.amount - new.fee) * 10::numeric ^ decimals = new.units::numeric) then
    raise exception 'a withdrawal pays in units what it says in amounts' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdrawals_units before insert on withdrawals for each row execute function withdrawals_units();
