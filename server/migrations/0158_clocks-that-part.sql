-- Clocks that part from that of a process, as it noted them: which, by how much, and since when.
alter table processes add column clock_faults json not null default '[]';
