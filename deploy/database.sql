-- Once, with PostgreSQL 15 or newer, as whoever may make roles and databases: psql --file deploy/database.sql
-- Then a password for each: \password candor_owner, \password candor_app and \password candor_console; and deploy/large-objects.sql.
-- candor_owner owns the database and migrates: npm run migrate; it needs no other right. candor_app is the server, and may do what
-- migrations grant it; candor_console is the operators' console, and may besides what operators do. Where a database and its owner are there
-- already, whatever they are called, the two lines that make these are all.
create role candor_owner login;
create role candor_app login;
create role candor_console login in role candor_app;
-- What a session of theirs holds is free again in time, unless the session itself says otherwise.
alter role candor_app set idle_in_transaction_session_timeout = '1min';
alter role candor_app set lock_timeout = '1min';
alter role candor_app set statement_timeout = '5min';
alter role candor_console set idle_in_transaction_session_timeout = '1min';
alter role candor_console set lock_timeout = '1min';
alter role candor_console set statement_timeout = '5min';
-- Older ones know no limit on whole transactions.
do $$ begin if current_setting('server_version_num')::int >= 170000 then execute 'alter role candor_app set transaction_timeout = ''15min'''; execute 'alter role candor_console set transaction_timeout = ''15min'''; end if; end $$;
-- Who is no superuser makes databases for roles that he belongs to, and for no longer than this.
grant candor_owner to current_user;
create database candor owner candor_owner encoding 'UTF8' template template0;
revoke candor_owner from current_user;
