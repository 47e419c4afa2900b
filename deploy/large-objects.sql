-- Once, in the database itself and as its superuser: psql --dbname candor --file deploy/large-objects.sql
-- PostgreSQL lets every role store large objects, which no table's grants bound: whoever has a password of the server's could fill the disk.
-- These functions belong to the superuser, so no migration takes them away. Where a service gives you none, a production says at its start
-- that they are still granted; then bound the disk, and watch pg_largeobject_metadata.
do $$
declare
  one regprocedure;
begin
  for one in select oid from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and (proname like 'lo\_%' or proname in ('loread', 'lowrite'))
  loop
    execute format('revoke execute on function %s from public', one);
  end loop;
end $$;
