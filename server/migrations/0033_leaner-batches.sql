-- A batch costs the database less: moves come as rows of their own, read in step instead of by place, and replies are kept as
-- the text that they were.

-- Nothing searches in replies; as jsonb each was taken apart when it was written and put together when it was read.
alter table ledger_commands alter column reply type json using reply::json;

drop function ledger_post(
  text[], text[], ledger_book[], ledger_bucket[], ledger_bucket[], smallint[], smallint[], ledger_bucket[], ledger_bucket[],
  smallint[], uuid[], uuid[], uuid[], smallint[], smallint[], smallint[], numeric[], numeric[], numeric[], numeric[], timestamptz,
  smallint[], tid[], xid[]
);

-- Writes moves and carries them into the balances, all or nothing. Moves of a batch are of few forms, so they come as two tables:
-- the forms, and the moves, which name their form by its place. A move may also name the balance that it was decided on: the
-- version of the row that was read, by its ctid and xmin. A place alone would not do, as it is used again.
create function ledger_post(
  p_kind text[], p_coin text[], p_book ledger_book[], p_from ledger_bucket[], p_to ledger_bucket[],
  p_from_slice smallint[], p_to_slice smallint[], p_cover_from ledger_bucket[], p_cover_to ledger_bucket[],
  p_cover_slice smallint[],
  p_form smallint[], p_account_id uuid[], p_entry_id uuid[], p_leg smallint[], p_object_id uuid[], p_amount numeric[],
  p_from_after numeric[], p_to_after numeric[], p_cover_amount numeric[], p_at timestamptz,
  p_balance_ctid tid[] default null, p_balance_xmin xid[] default null
) returns void language plpgsql set candor.posting = 'on' as $$
declare
  expected int;
  changed int;
begin
  if p_book[1] <> any (p_book) then
    if exists (
      select from unnest(p_form, p_entry_id) as m(form, entry_id)
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

  with updated as (
    update ledger_balances b
    set available = b.available + c.available, reserved = b.reserved + c.reserved,
        margin = b.margin + c.margin, staked = b.staked + c.staked
    from (
      select account_id, p_coin[form] as coin, p_book[form] as book, balance_ctid, balance_xmin, count(*) as moves,
        coalesce(sum(case 'available'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as available,
        coalesce(sum(case 'reserved'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as reserved,
        coalesce(sum(case 'margin'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as margin,
        coalesce(sum(case 'staked'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as staked
      from (select unnest(p_form) as form, unnest(p_account_id) as account_id, unnest(p_amount) as amount,
              unnest(p_balance_ctid) as balance_ctid, unnest(p_balance_xmin) as balance_xmin) as m
      where p_from[form] <= 'staked' or p_to[form] <= 'staked'
      group by 1, 2, 3, 4, 5
    ) as c
    -- LIMIT, and a comparison that no index answers, keep the planner from finding the row in any other way than by its place.
    cross join lateral (select coalesce(c.balance_ctid, (select ctid from ledger_balances
      where account_id = c.account_id and coin = c.coin and book = c.book limit 1)) as ctid) as place
    where b.ctid = place.ctid and (b.account_id, b.coin, b.book) is not distinct from (c.account_id, c.coin, c.book)
      and coalesce(b.xmin = c.balance_xmin, true)
    returning c.moves
  )
  select (select count(*) from unnest(p_form) as form where p_from[form] <= 'staked' or p_to[form] <= 'staked'),
         (select coalesce(sum(moves), 0) from updated)
  into expected, changed;
  if changed <> expected then
    if exists (
      select from unnest(p_form, p_account_id) as m(form, account_id)
      where (p_from[form] <= 'staked' or p_to[form] <= 'staked') and not exists (
        select from ledger_balances b where b.account_id = m.account_id and coin = p_coin[form] and book = p_book[form])
    ) then
      raise exception 'a move names a balance that does not exist in its book' using errcode = 'foreign_key_violation';
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
    where side.bucket > 'staked' group by 1, 2, 3, 4
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
