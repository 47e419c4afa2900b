-- Ended draws are listed by when they closed, the newest first, and read on from any of them.
create index shop_periods_ended on shop_periods (closed_at desc, period_id desc) where state in ('drawn', 'void');
