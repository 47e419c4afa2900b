-- Balances are read without locking them: each comes with its place and its writer, and a move is carried into that version of
-- the row or into none. A row that was written in between fails the batch, which reads again.

drop function ledger_post(
  text[], text[], ledger_book[], ledger_bucket[], ledger_bucket[], smallint[], smallint[], ledger_bucket[], ledger_bucket[],
  smallint[], uuid[], uuid[], uuid[], smallint[], smallint[], smallint[], numeric[], numeric[], numeric[], numeric[], timestamptz
);

-- Writes moves and carries them into the balances, all or nothing. Moves of a batch are alike in all but a few things, so they
-- come as three tables: the kinds of move there are, the entries, and the moves, which name both by place. A move may also name
-- the balance that it was decided on: the version of the row that was read, by its ctid and xmin. A place alone would not do, as
-- it is used again.
create function ledger_post(
  p_kind text[], p_coin text[], p_book ledger_book[], p_from ledger_bucket[], p_to ledger_bucket[],
  p_from_slice smallint[], p_to_slice smallint[], p_cover_from ledger_bucket[], p_cover_to ledger_bucket[],
  p_cover_slice smallint[],
  p_account_id uuid[], p_entry_id uuid[], p_object_id uuid[],
  p_form smallint[], p_entry smallint[], p_leg smallint[], p_amount numeric[], p_from_after numeric[], p_to_after numeric[],
  p_cover_amount numeric[], p_at timestamptz,
  p_balance smallint[] default null, p_balance_ctid tid[] default null, p_balance_xmin xid[] default null
) returns void language plpgsql set candor.posting = 'on' as $$
declare
  expected int;
  changed int;
begin
  if exists (select from unnest(p_book) as b where b <> p_book[1]) and exists (
    select from unnest(p_form, p_entry) as m(form, entry)
    group by p_entry_id[entry] having min(p_book[form]) <> max(p_book[form])
  ) then
    raise exception 'an entry touches both books' using errcode = 'check_violation';
  end if;

  insert into ledger_moves
  select p_account_id[entry], p_entry_id[entry], leg, p_kind[form], p_object_id[entry], p_coin[form], p_book[form],
         p_from[form], p_to[form], p_from_slice[form], p_to_slice[form], amount, from_after, to_after,
         p_cover_from[form], p_cover_to[form], p_cover_slice[form], cover_amount, p_at
  from unnest(p_form, p_entry, p_leg, p_amount, p_from_after, p_to_after, p_cover_amount)
    as m(form, entry, leg, amount, from_after, to_after, cover_amount);

  with change as (
    select p_account_id[entry] as account_id, p_coin[form] as coin, p_book[form] as book, balance,
      coalesce(sum(case 'available'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as available,
      coalesce(sum(case 'reserved'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as reserved,
      coalesce(sum(case 'margin'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as margin,
      coalesce(sum(case 'staked'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as staked
    from unnest(p_form, p_entry, p_balance, p_amount) as m(form, entry, balance, amount)
    where p_from[form] <= 'staked' or p_to[form] <= 'staked'
    group by 1, 2, 3, 4
  ), updated as (
    update ledger_balances b
    set available = b.available + c.available, reserved = b.reserved + c.reserved,
        margin = b.margin + c.margin, staked = b.staked + c.staked
    from change c
    -- LIMIT, and a comparison that no index answers, keep the planner from finding the row in any other way than by its place.
    cross join lateral (select coalesce(p_balance_ctid[c.balance], (select ctid from ledger_balances
      where account_id = c.account_id and coin = c.coin and book = c.book limit 1)) as ctid) as place
    where b.ctid = place.ctid and (b.account_id, b.coin, b.book) is not distinct from (c.account_id, c.coin, c.book)
      and coalesce(b.xmin = p_balance_xmin[c.balance], true)
    returning 1
  )
  select (select count(*) from change), (select count(*) from updated) into expected, changed;
  if changed <> expected then
    if exists (
      select from unnest(p_form, p_entry) as m(form, entry)
      where (p_from[form] <= 'staked' or p_to[form] <= 'staked') and not exists (
        select from ledger_balances where account_id = p_account_id[entry] and coin = p_coin[form] and book = p_book[form])
    ) then
      raise exception 'a move names a balance that does not exist in its book' using errcode = 'foreign_key_violation';
    end if;
    raise exception 'a balance has changed since it was read' using errcode = 'serialization_failure';
  end if;

  with moved as (
    select form, sum(amount) as amount, sum(cover_amount) as cover_amount
    from unnest(p_form, p_amount, p_cover_amount) as m(form, amount, cover_amount) group by form
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
