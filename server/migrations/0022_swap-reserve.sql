-- What the house has promised of a coin to swaps that were accepted and not decided yet.

alter type ledger_bucket add value 'swaps-reserve' after 'contracts-reserve';
