-- A webhook may be lost: what is open at the payment provider is looked at until it has ended.
alter table contract_checkouts add column looked_at timestamptz;
create index on contract_checkouts (company_id, id) where status = 'open';

-- A card that someone is saving in the provider's form.
create table card_setups (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  customer_id text not null,                                  -- the provider's, as is the next
  setup_id    text not null unique,
  status      text not null default 'open' check (status in ('open', 'ended')),
  looked_at   timestamptz,
  created_at  timestamptz not null default now(),
  unique (company_id, id)
);
select tenant_table('card_setups');
create index on card_setups (company_id, id) where status = 'open';
