-- Each change of a purchase is a notification like all others: it reaches mail and browsers by their own jobs, once, and a push that fails
-- sends no mail again.

drop trigger purchases_told on purchases;
drop function purchases_notice();
drop table purchase_notices;
