-- What a process does again and again, and could not do at its last try: names, and since when.
alter table processes add column failing json not null default '[]';
