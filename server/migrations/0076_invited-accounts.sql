-- Whoever invited others is told how many have come.

create index accounts_invited on accounts (referrer_id) where referrer_id is not null;
