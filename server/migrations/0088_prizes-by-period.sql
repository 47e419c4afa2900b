-- What a period gave away is looked up for each row of the list of periods.

create index shop_prizes_of_period on shop_prizes (period_id);
