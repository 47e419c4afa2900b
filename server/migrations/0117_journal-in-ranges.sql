-- The audit reads the journal in ranges of its numbers. Moves lie on disk nearly in the order of their numbers, so an index of the lowest
-- and highest number of each stretch of pages finds a range, and takes some kilobytes and next to nothing of an insert.
-- Building it reads the whole journal and keeps writers out meanwhile. Who wants to wait for that before the upgrade builds it there with
-- CREATE INDEX CONCURRENTLY, which no transaction can hold (docs/production.md, section 7). One that was left half built is built anew.
do $$ begin
  if exists (select from pg_index where indexrelid = to_regclass('ledger_moves_by_number') and not indisvalid) then
    drop index ledger_moves_by_number;
  end if;
end $$;
create index if not exists ledger_moves_by_number on ledger_moves using brin (sequence) with (autosummarize = on);

-- To read how far numbers were drawn. Drawing one takes a right that the server is not given.
grant select on sequence ledger_moves_sequence_seq to candor_app;
