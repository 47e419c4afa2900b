-- Once, as a superuser of PostgreSQL 16 or newer: psql --file deploy/database.sql
-- Then a password for each: \password candor_owner and \password candor_app
-- candor_owner owns the database and migrates: npm run migrate. candor_app is the server, and may do what migrations grant it.
create role candor_owner login;
create role candor_app login;
create database candor owner candor_owner;
