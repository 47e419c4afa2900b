-- All customers of the XRP Ledger share one address and differ by the destination tag, which follows from the index as an address does.
alter table deposit_addresses add column tag bigint check (tag between 0 and 4294967295);
alter table deposit_addresses drop constraint deposit_addresses_network_address_key;
alter table deposit_addresses add constraint deposit_addresses_network_address_tag_key unique nulls not distinct (network, address, tag);
