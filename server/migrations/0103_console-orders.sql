-- Lists of the console begin with the newest: what was only found by sorting the whole table.
create index purchases_newest on purchases (ordered_at);
create index bank_transfers_newest on bank_transfers (booked_on);
create index withdrawals_newest on withdrawals (requested_at);
create index loans_newest on loans (applied_at);
create index identity_cases_newest on identity_cases (submitted_at);
create index support_tickets_newest on support_tickets (changed_at);
create index shop_prizes_oldest on shop_prizes (won_at);
-- Cases with a picture that was handed in before.
create index identity_cases_front on identity_cases (front);
create index identity_cases_back on identity_cases (back) where back is not null;
-- Pictures that are still kept, to be compared by their looks: those that a crowd uploads and never hands in are gone after a day.
create index pictures_looks on pictures (look, account_id, picture_id) where look is not null;
