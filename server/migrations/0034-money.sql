-- What clients pay a company by card (docs/product/payments.md).

-- Where a company's money arrives: its account with the payment provider, as the provider last told of it.
create table payment_accounts (
  id              text primary key,                           -- the provider's
  company_id      uuid not null unique references companies on delete cascade,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  disabled_reason text,
  created_at      timestamptz not null default now(),
  unique (company_id, id)
);
select tenant_table('payment_accounts');
select versioned_table('payment_accounts', 'contracts');      -- a contract says whether it can be paid online

-- What the provider has told us, each once. An event belongs to no company before it is read.
create table payment_events (
  id       text primary key,                                  -- the provider's
  heard_at timestamptz not null default now()
);
grant select, insert, delete on payment_events to bordee_app;

-- The memory of the embedded payment provider, which stands for the outside world: its accounts, and what it has to tell.
create table sandbox_accounts (
  id              text primary key,
  company_name    text not null,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  disabled_reason text,
  created_at      timestamptz not null default now()
);
grant select, insert, update, delete on sandbox_accounts to bordee_app;

create table sandbox_events (
  id         text primary key,
  payload    text not null,                                   -- JSON, as it is signed and posted
  created_at timestamptz not null default now()
);
grant select, insert, delete on sandbox_events to bordee_app;

-- What a client began to pay, as the provider's checkout session stands for it. Of one contract at most one is open. No reference to `companies`, as of contracts.
create table contract_checkouts (
  id            uuid primary key default uuidv7(),            -- the key under which the provider opens it once
  company_id    uuid not null,
  contract_id   uuid not null,
  instalment_id uuid not null,
  account_id    text not null,                                -- the provider's, as is the next
  session_id    text unique,                                  -- null until the provider has answered
  amount        int  not null check (amount >= 50),           -- cents
  status        text not null default 'open' check (status in ('open', 'paid', 'expired')),
  created_at    timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade
);
select tenant_table('contract_checkouts');
create index on contract_checkouts (company_id, contract_id);
create unique index on contract_checkouts (contract_id) where status = 'open';

create table sandbox_checkouts (
  id            text primary key,
  key           text not null unique,
  account_id    text not null,
  client_secret text not null unique,
  amount        int  not null,
  description   text not null,
  status        text not null default 'open' check (status in ('open', 'paid', 'expired')),
  payment_id    text,
  created_at    timestamptz not null default now()
);
grant select, insert, update, delete on sandbox_checkouts to bordee_app;
