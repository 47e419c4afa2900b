-- What each tick was made of, beside the tick: the list of sources whose digest its `inputs`, and so its hash, takes in.
-- Ticks of a single source have none.

alter table market_ticks add column sources text;
alter table market_ticks add constraint market_ticks_sources check (
  case when position(' ' in inputs) = 0 then sources is null
  else sources is not null and length(sources) <= 1000
    and inputs like '% ' || left(encode(sha256(convert_to(sources, 'UTF8')), 'hex'), 32) end
);

-- The lists of a sealed minute in the order of its ticks, packed; null where no tick of it had one.
alter table market_minutes add column sources bytea;
