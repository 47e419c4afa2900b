-- Reports read the journal in spans of time, each with a statement of its own. Moves lie on disk nearly in the order of their times, so an
-- index of the earliest and latest time of each stretch of pages finds a span, and takes some kilobytes and next to nothing of an insert.
-- Building it reads the whole journal and keeps writers out meanwhile. Who wants to wait for that before the upgrade builds it there with
-- CREATE INDEX CONCURRENTLY, which no transaction can hold (docs/production.md, section 7). One that was left half built is built anew.
do $$ begin
  if exists (select from pg_index where indexrelid = to_regclass('ledger_moves_by_time') and not indisvalid) then
    drop index ledger_moves_by_time;
  end if;
end $$;
create index if not exists ledger_moves_by_time on ledger_moves using brin (at) with (autosummarize = on);

-- What trading cost is read in spans of the time at which positions were opened.
create index contract_orders_entered on contract_orders using brin (entry_at) with (autosummarize = on, pages_per_range = 32);
