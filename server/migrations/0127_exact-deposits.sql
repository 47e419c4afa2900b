-- What a deposit is worth in the books, to its last digit. Division keeps some 16 digits, so that a deposit with more of them, as of ETH,
-- differed from what is credited and was refused.
create or replace function deposit_amount(d deposits) returns numeric language sql stable set search_path = public, pg_temp as $$
  select (d.units || 'e-' || n.decimals)::numeric from network_coins n where n.network = d.network and n.asset = d.asset
$$;
