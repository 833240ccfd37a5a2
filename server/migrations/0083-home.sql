-- What the first page counts without reading everything (docs/product/home.md).
alter table companies add column first_steps_dismissed_at timestamptz;   -- the owner needs no more help

create index on contracts (company_id, status) include (total_price);
create index on contracts (company_id, signed_at) where status = 'accepted';
create index on contract_instalments (company_id, payment_date);
create index on contract_history (company_id, created_at) where event = 'dispute';
create index on quote_requests (company_id) where status = 'new' and withdrawn_at is null;
