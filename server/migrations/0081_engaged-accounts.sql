-- What products still have with a customer besides what is in the balances: an account with any of it is not closed.

create function account_is_engaged(p_account uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from debts where account_id = p_account and open_loan is not null)
    or exists (select from purchases where account_id = p_account and ended_at is null)
    or exists (select from shop_prizes where account_id = p_account and state in ('open', 'addressed'))
    or exists (select from deposits where account_id = p_account and state in ('seen', 'held', 'frozen'))
$$;
