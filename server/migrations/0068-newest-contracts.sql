-- The list of contracts starts with the newest.
create index on contracts (company_id, created_at, id);
