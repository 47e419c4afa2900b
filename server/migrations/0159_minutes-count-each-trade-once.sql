-- What is known of a minute's candle beside its figures, so that a process that starts anew counts no trade a second time. Only minutes
-- have it; minutes stored before this know nothing of it.
alter table market_candles
  -- The highest number of a trade in it; numbers of a coin's trades grow with time. Null where it is not known which trades are in it.
  add column last_trade_id numeric(40, 0),
  -- The source said all of it: no trade adds to it.
  add column is_final boolean,
  -- Its prices are not of ticks, and follow what the source says.
  add column is_given boolean,
  -- Ticks or trades of it may have been missed: until the source has said all of it, it counts as missing.
  add column is_missed boolean;
