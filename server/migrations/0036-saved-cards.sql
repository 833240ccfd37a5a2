-- Payment accounts and saved cards, with a provider that is asked outside our transactions (docs/product/payments.md).

-- An account that the provider is asked to open: noted first, so that it is opened once under this id.
create table payment_account_requests (
  id         uuid primary key default uuidv7(),
  company_id uuid not null unique references companies on delete cascade,
  created_at timestamptz not null default now(),
  unique (company_id, id)
);
select tenant_table('payment_account_requests');

-- How often the provider was asked how an account is: of two who ask at once, the one who asked last writes.
alter table payment_accounts add column asked int not null default 0;

-- The embedded provider's memory: accounts by the key under which they were asked for, cards with what it tells of them, and forms that were opened to save one.
alter table sandbox_accounts add column key text unique;

alter table sandbox_cards
  add column name      text not null default '',
  add column brand     text not null default 'unknown',
  add column last4     text not null default '',
  add column exp_month int  not null default 12,
  add column exp_year  int  not null default 2000;

create table sandbox_setups (
  client_secret text primary key,
  customer_id   text not null,
  card_id       text,                                         -- once its form was sent, and the bank had agreed
  created_at    timestamptz not null default now()
);
create index on sandbox_setups (card_id);
grant select, insert, update, delete on sandbox_setups to bordee_app;
