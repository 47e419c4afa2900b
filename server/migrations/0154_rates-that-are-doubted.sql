-- Rates that the source listed and that nobody bought at: too far from the last one, or another one for a day that has a rate already.
create table currency_doubts (
  currency text primary key check (currency in ('EUR', 'JPY', 'KRW', 'SEK', 'CHF', 'TWD', 'AED', 'HKD', 'MOP')),
  -- As it was listed, in units for one US dollar.
  per_usd numeric not null,
  day date not null,
  seen_at timestamptz not null,
  -- When two operators set a rate after they saw the listed one.
  answered_at timestamptz,
  -- When the source listed a rate near the one in force again.
  ended_at timestamptz
);
grant select, insert, update on currency_doubts to candor_app;

-- What the source of rates answered, the newest last; equal answers in a row are one.
create table currency_answers (
  answer_id bigint generated always as identity primary key,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1 check (times > 0),
  -- new: of a newer day. same: of the day that was known. older: of an earlier day, and not taken. failed: no list.
  outcome text not null check (outcome in ('new', 'same', 'older', 'failed')),
  day date,
  -- Why there was no list, in words of the program.
  reason text not null check (length(reason) <= 300),
  -- Currencies that it left out, listed too far from the last rate, or listed again otherwise, with spaces between.
  missing text not null check (length(missing) <= 100),
  doubted text not null check (length(doubted) <= 100),
  changed text not null check (length(changed) <= 100)
);
grant select, insert, update on currency_answers to candor_app;
