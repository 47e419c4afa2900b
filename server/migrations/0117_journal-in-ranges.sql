-- The audit reads the journal in ranges of its numbers. Moves lie on disk nearly in the order of their numbers, so an index of the lowest
-- and highest number of each stretch of pages finds a range, and takes some kilobytes and next to nothing of an insert.
create index ledger_moves_by_number on ledger_moves using brin (sequence) with (autosummarize = on);

-- To read how far numbers were drawn. Drawing one takes a right that the server is not given.
grant select on sequence ledger_moves_sequence_seq to candor_app;
