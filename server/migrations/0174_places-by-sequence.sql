-- Payments of the XRP Ledger by the sequence that they use: the place is `sequence/lastLedger`.
create index withdrawal_places_by_sequence on withdrawal_places (wallet, (split_part(place, '/', 1)::bigint)) where network = 'xrpl';
