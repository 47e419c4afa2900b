-- A block is read a second time once it can be relied on, before anything in it is credited. Two operators alone decide that a chain is followed
-- again from a block that was final.

-- Up to here blocks have been read a second time; null where none has. Blocks that are remembered now are read again once.
alter table chain_cursors add column read_again_height bigint;
update chain_cursors c set read_again_height = (select min(height) - 1 from chain_blocks b where b.network = c.network);

-- Since when a network has been in its state, for the reason that it has.
alter table chain_networks add column since timestamptz not null default now();

-- From this block on two operators want the chain of a network followed again: once, as soon as the engine finds it.
create table chain_returns (
  proposal_id uuid primary key references act_proposals,
  network text not null references chain_cursors (network),
  from_height bigint not null check (from_height >= 0),
  wanted_at timestamptz not null default clock_timestamp(),
  done_at timestamptz
);
create unique index chain_returns_open on chain_returns (network) where done_at is null;

create function chain_returns_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.done_at is not null or not exists (select from act_proposals p where p.proposal_id = new.proposal_id
       and p.kind = 'follow-chain-again' and p.state = 'approved' and p.facts::json ->> 'network' = new.network
       and (p.facts::json ->> 'from_block')::bigint = new.from_height) then
      raise exception 'two operators let a chain be followed again' using errcode = 'insufficient_privilege';
    end if;
  elsif old.done_at is not null then
    raise exception 'a chain is followed again once for each decision' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger chain_returns_guard before insert or update on chain_returns for each row execute function chain_returns_keep();
create trigger chain_returns_no_delete before delete or truncate on chain_returns
  for each statement execute function append_only();
grant select, insert, update (done_at) on chain_returns to candor_app;

insert into act_kinds (kind, proposers, approvers) values ('follow-chain-again', '{treasurer,risk}', '{risk,administrator}');
