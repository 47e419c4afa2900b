-- What money may do: the ways that products declare are the only ones that are posted, and a balance that a move names is the one that
-- it leaves. Of the house, what stops everybody is written only where an order says so.

-- A way of money: from one bucket to another, and with it what the house sets aside or releases. The migration of each product fills in
-- its own, as its face says them. What older journals hold besides stays there.
create table ledger_movements (
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  from_bucket ledger_bucket not null,
  to_bucket ledger_bucket not null,
  cover_from ledger_bucket check (not ledger_is_customer(cover_from)),
  cover_to ledger_bucket check (not ledger_is_customer(cover_to)),
  unique nulls not distinct (kind, from_bucket, to_bucket, cover_from, cover_to),
  check (num_nulls(cover_from, cover_to) in (0, 2) and cover_from <> cover_to),
  -- From one of its slices to another only the house moves; of a customer's bucket it would make money.
  constraint customers_move_on check (from_bucket <> to_bucket or not ledger_is_customer(from_bucket))
);
create trigger ledger_movements_keep before update or delete or truncate on ledger_movements
  for each statement execute function append_only();
grant select on ledger_movements to candor_app;

insert into ledger_movements (kind, from_bucket, to_bucket) values
  ('option-returned', 'reserved', 'available'),
  ('option-won', 'options-reserve', 'available'),
  ('contract-placed', 'available', 'reserved'),
  ('contract-cancelled', 'reserved', 'available'),
  ('contract-opened', 'reserved', 'margin'),
  ('contract-fee', 'reserved', 'fees'),
  ('contract-margin-added', 'available', 'margin'),
  ('contract-returned', 'margin', 'available'),
  ('contract-profit', 'bankroll', 'available'),
  ('contract-loss', 'margin', 'bankroll'),
  ('swap-placed', 'available', 'reserved'),
  ('swap-promised', 'bankroll', 'swaps-reserve'),
  ('swap-given', 'reserved', 'bankroll'),
  ('swap-returned', 'reserved', 'available'),
  ('swap-received', 'swaps-reserve', 'available'),
  ('swap-released', 'swaps-reserve', 'bankroll'),
  ('purchase-promised', 'bankroll', 'purchases-reserve'),
  ('purchase-received', 'purchases-reserve', 'available'),
  ('purchase-released', 'purchases-reserve', 'bankroll'),
  ('pledge-opened', 'available', 'staked'),
  ('pledge-income', 'staking-reserve', 'available'),
  ('pledge-returned', 'staked', 'available'),
  ('loan-reserved', 'lending', 'lending-reserve'),
  ('loan-released', 'lending-reserve', 'lending'),
  ('loan-paid-out', 'lending-reserve', 'available'),
  ('loan-repaid', 'available', 'lending'),
  ('loan-cost', 'available', 'fees'),
  ('ticket-bought', 'available', 'reserved'),
  ('ticket-spent', 'reserved', 'shop-funds'),
  ('ticket-refunded', 'reserved', 'available'),
  ('ticket-rebate', 'shop', 'available'),
  ('ticket-prize', 'shop', 'available'),
  ('shop-reserved', 'shop-funds', 'shop'),
  ('shop-released', 'shop', 'shop-funds'),
  ('deposit-credited', 'chain-custody', 'available'),
  ('deposit-frozen', 'available', 'reserved'),
  ('deposit-released', 'reserved', 'available'),
  ('withdrawal-reserved', 'available', 'reserved'),
  ('withdrawal-returned', 'reserved', 'available'),
  ('withdrawal-sent', 'reserved', 'chain-custody'),
  ('withdrawal-fee', 'reserved', 'fees'),
  ('test-money', 'demo-faucet', 'available'),
  ('capital-paid-in', 'capital', 'bankroll'),
  ('capital-paid-in', 'capital', 'staking-rewards'),
  ('capital-paid-in', 'capital', 'lending'),
  ('capital-paid-in', 'capital', 'shop-funds'),
  ('capital-paid-out', 'bankroll', 'capital'),
  ('capital-paid-out', 'staking-rewards', 'capital'),
  ('capital-paid-out', 'lending', 'capital'),
  ('capital-paid-out', 'shop-funds', 'capital'),
  ('house-gathered', 'bankroll', 'bankroll'),
  ('house-gathered', 'staking-rewards', 'staking-rewards'),
  ('house-gathered', 'lending', 'lending'),
  ('house-gathered', 'shop-funds', 'shop-funds'),
  ('house-gathered', 'shop', 'shop');
insert into ledger_movements (kind, from_bucket, to_bucket, cover_from, cover_to) values
  ('option-placed', 'available', 'reserved', 'bankroll', 'options-reserve'),
  ('option-returned', 'reserved', 'available', 'options-reserve', 'bankroll'),
  ('option-lost', 'reserved', 'bankroll', 'options-reserve', 'bankroll'),
  ('pledge-opened', 'available', 'staked', 'staking-rewards', 'staking-reserve'),
  ('pledge-returned', 'staked', 'available', 'staking-reserve', 'staking-rewards'),
  ('experience-bonus', 'capital', 'available', 'bankroll', 'capital');
-- What the house sets aside for a coin goes up or down with every step of a contract.
insert into ledger_movements (kind, from_bucket, to_bucket, cover_from, cover_to)
  select kind, from_bucket, to_bucket, c.cover_from, c.cover_to from ledger_movements as m,
    (values ('bankroll'::ledger_bucket, 'contracts-reserve'::ledger_bucket), ('contracts-reserve', 'bankroll')) as c(cover_from, cover_to)
  where kind in ('contract-placed', 'contract-cancelled', 'contract-opened', 'contract-returned', 'contract-profit', 'contract-loss');

-- As before; besides, forms are declared ways, and each move says what it leaves in the customer's buckets. Lists that don't begin at 1
-- are read by the places that moves name, everywhere.
create or replace function ledger_post(
  p_kind text[], p_coin text[], p_book ledger_book[], p_from ledger_bucket[], p_to ledger_bucket[],
  p_from_slice smallint[], p_to_slice smallint[], p_cover_from ledger_bucket[], p_cover_to ledger_bucket[],
  p_cover_slice smallint[],
  p_form smallint[], p_account_id uuid[], p_entry_id uuid[], p_leg smallint[], p_object_id uuid[], p_amount numeric[],
  p_from_after numeric[], p_to_after numeric[], p_cover_amount numeric[], p_at timestamptz,
  p_version bigint[] default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  expected int;
  changed int;
  books int;
  undeclared text;
begin
  select count(distinct p_book[form]), min(case when not exists (
      select from ledger_movements as declared where declared.kind = p_kind[form]
        and declared.from_bucket = p_from[form] and declared.to_bucket = p_to[form]
        and declared.cover_from is not distinct from p_cover_from[form]
        and declared.cover_to is not distinct from p_cover_to[form])
    then format('%s from %s to %s', p_kind[form], p_from[form], p_to[form])
      || coalesce(format(' with %s to %s', p_cover_from[form], p_cover_to[form]), '') end)
  into books, undeclared
  from (select distinct unnest(p_form) as form) as used;
  if undeclared is not null then
    raise exception 'no product declares a movement %', undeclared using errcode = 'check_violation';
  end if;
  if books > 1 then
    if exists (
      select from (select unnest(p_form) as form, unnest(p_entry_id) as entry_id) as m
      group by entry_id having min(p_book[form]) <> max(p_book[form])
    ) then
      raise exception 'an entry touches both books' using errcode = 'check_violation';
    end if;
  end if;

  insert into ledger_moves
  select account_id, entry_id, leg, p_kind[form], object_id, p_coin[form], p_book[form],
         p_from[form], p_to[form], p_from_slice[form], p_to_slice[form], amount, from_after, to_after,
         p_cover_from[form], p_cover_to[form], p_cover_slice[form], cover_amount, p_at
  -- In the list of a select, functions that return rows give them one by one; behind FROM each would fill a table first.
  from (select unnest(p_form) as form, unnest(p_account_id) as account_id, unnest(p_entry_id) as entry_id,
          unnest(p_leg) as leg, unnest(p_object_id) as object_id, unnest(p_amount) as amount,
          unnest(p_from_after) as from_after, unnest(p_to_after) as to_after, unnest(p_cover_amount) as cover_amount) as m;

  -- What a bucket held before is each balance that a move names less all that moved until then: one number for all moves of the bucket,
  -- and the one that stands in the row.
  with updated as (
    update ledger_balances b
    set available = b.available + c.available, reserved = b.reserved + c.reserved,
        margin = b.margin + c.margin, staked = b.staked + c.staked, version = b.version + 1
    from (
      select account_id, coin, book, version, count(*) as moves,
        coalesce(sum(available), 0) as available, coalesce(sum(reserved), 0) as reserved,
        coalesce(sum(margin), 0) as margin, coalesce(sum(staked), 0) as staked,
        min(available_before) as available_min, max(available_before) as available_max,
        min(reserved_before) as reserved_min, max(reserved_before) as reserved_max,
        min(margin_before) as margin_min, max(margin_before) as margin_max,
        min(staked_before) as staked_min, max(staked_before) as staked_max
      from (
        select account_id, coin, book, version, available, reserved, margin, staked,
          case 'available'::ledger_bucket when to_bucket then to_after when from_bucket then from_after end
            - sum(available) over journal as available_before,
          case 'reserved'::ledger_bucket when to_bucket then to_after when from_bucket then from_after end
            - sum(reserved) over journal as reserved_before,
          case 'margin'::ledger_bucket when to_bucket then to_after when from_bucket then from_after end
            - sum(margin) over journal as margin_before,
          case 'staked'::ledger_bucket when to_bucket then to_after when from_bucket then from_after end
            - sum(staked) over journal as staked_before
        from (
          select place, account_id, p_coin[form] as coin, p_book[form] as book, version, p_from[form] as from_bucket,
            p_to[form] as to_bucket, from_after, to_after,
            case 'available'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end as available,
            case 'reserved'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end as reserved,
            case 'margin'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end as margin,
            case 'staked'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end as staked
          from (select generate_subscripts(p_form, 1) as place, unnest(p_form) as form, unnest(p_account_id) as account_id,
                  unnest(p_amount) as amount, unnest(p_from_after) as from_after, unnest(p_to_after) as to_after,
                  unnest(p_version) as version) as m
          where ledger_is_customer(p_from[form]) or ledger_is_customer(p_to[form])
          -- So that each expression is worked out once.
          offset 0
        ) as changes
        window journal as (partition by account_id, coin, book, version order by place rows unbounded preceding)
      ) as steps
      group by 1, 2, 3, 4
    ) as c
    -- Comparisons with lists of one keep the planner from turning the look-up round and reading the whole table instead.
    where b.account_id = any (array[c.account_id]) and b.coin = any (array[c.coin])
      and b.book = c.book and b.version = c.version
      and (c.available_min is null or b.available = c.available_min and b.available = c.available_max)
      and (c.reserved_min is null or b.reserved = c.reserved_min and b.reserved = c.reserved_max)
      and (c.margin_min is null or b.margin = c.margin_min and b.margin = c.margin_max)
      and (c.staked_min is null or b.staked = c.staked_min and b.staked = c.staked_max)
    returning c.moves
  )
  select (select count(*) from unnest(p_form) as form where ledger_is_customer(p_from[form]) or ledger_is_customer(p_to[form])),
         (select coalesce(sum(moves), 0) from updated)
  into expected, changed;
  if changed <> expected then
    if exists (
      select from unnest(p_form, p_account_id) as m(form, account_id)
      where (ledger_is_customer(p_from[form]) or ledger_is_customer(p_to[form])) and not exists (
        select from ledger_balances b where b.account_id = m.account_id and coin = p_coin[form] and book = p_book[form])
    ) then
      raise exception 'a move names a balance that does not exist in its book' using errcode = 'foreign_key_violation';
    end if;
    -- What was carried into has gone on to its next version.
    if exists (
      select from unnest(p_form, p_account_id, p_version) as m(form, account_id, version)
      join ledger_balances b on b.account_id = m.account_id and coin = p_coin[form] and book = p_book[form] and b.version = m.version
      where ledger_is_customer(p_from[form]) or ledger_is_customer(p_to[form])
    ) then
      raise exception 'a move names a balance that it does not leave' using errcode = 'check_violation';
    end if;
    raise exception 'a balance has changed since it was read' using errcode = 'serialization_failure';
  end if;

  with moved as (
    select form, sum(amount) as amount, sum(cover_amount) as cover_amount
    from (select unnest(p_form) as form, unnest(p_amount) as amount, unnest(p_cover_amount) as cover_amount) as m group by form
  ), change as (
    select side.bucket, p_coin[form] as coin, p_book[form] as book, side.slice, sum(side.amount) as amount
    from moved, lateral (values
      (p_from[form], p_from_slice[form], -amount), (p_to[form], p_to_slice[form], amount),
      (p_cover_from[form], p_cover_slice[form], -cover_amount), (p_cover_to[form], p_cover_slice[form], cover_amount)
    ) as side(bucket, slice, amount)
    where not ledger_is_customer(side.bucket) group by 1, 2, 3, 4
  ), updated as (
    update ledger_house h set balance = h.balance + c.amount
    from change c
    where h.bucket = c.bucket and h.coin = c.coin and h.book = c.book and h.slice = c.slice
    returning 1
  )
  select (select count(*) from change), (select count(*) from updated) into expected, changed;
  if changed <> expected then
    raise exception 'a move names a house account that does not exist' using errcode = 'foreign_key_violation';
  end if;
end $$;

-- A due takes the bankroll from every new order of its book until it is paid. So it stands there only for a contract that was opened
-- with a margin of its own and that owes just that when the transaction ends.
create function house_due_is_owed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.kind <> 'contract-profit' or new.coin <> 'USDT' or new.unpaid <> new.amount
     or not exists (
       select from contract_orders as o
       cross join lateral (select coalesce(sum(unpaid), 0) as unpaid, coalesce(sum(amount), 0) as amount from house_dues as d
         where d.account_id = o.account_id and d.object_id = o.order_id) as owed
       cross join lateral (select coalesce(sum(paid), 0) as paid, coalesce(sum(amount), 0) as margin from contract_changes as c
         where c.account_id = o.account_id and c.order_id = o.order_id and c.kind = 'part') as parts
       where o.account_id = new.account_id and o.order_id = new.object_id and o.book = new.book
         and o.due = owed.unpaid and owed.amount <= o.paid
         and o.paid = parts.paid + case when o.state <> 'ended' then 0 else greatest(0, o.open_margin + o.open_added
           + floor((case o.side when 'long' then o.exit_price - o.entry_price else o.entry_price - o.exit_price end)
               * o.open_sheets * o.sheet_size * 10000) / 10000) end
         and exists (select from ledger_moves as m where m.account_id = o.account_id and m.object_id = o.order_id
           and m.kind = 'contract-opened' and m.book = o.book and m.amount = o.margin)) then
    raise exception 'no order owes this' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger house_dues_owed after insert on house_dues deferrable initially deferred
  for each row execute function house_due_is_owed();
