-- What the owner paid in to be borrowed, and what of it is promised to applications that nobody has decided on yet.

alter type ledger_bucket add value 'lending' after 'loans-receivable';
alter type ledger_bucket add value 'lending-reserve' after 'lending';
