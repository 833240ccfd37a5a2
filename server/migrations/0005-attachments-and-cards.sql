-- The files that went with a letter of the outbox.
create table outbox_attachments (
  id        uuid primary key default uuidv7(),
  outbox_id uuid not null references outbox on delete cascade,
  name      text not null,
  type      text not null,
  bytes     bytea not null
);
create index on outbox_attachments (outbox_id);
grant select, insert, delete on outbox_attachments to bordee_app;

-- A company's saved cards: what may be shown of them. The number and the CVC go to the provider and rest nowhere here.
create table payment_methods (
  id         text primary key,                                -- the provider's
  company_id uuid not null references companies on delete cascade,
  name       text not null,
  brand      text not null,
  last4      text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month  int  not null check (exp_month between 1 and 12),
  exp_year   int  not null check (exp_year between 2000 and 2200),
  created_at timestamptz not null default now(),
  unique (company_id, id)
);
select tenant_table('payment_methods');
create index on payment_methods (company_id, created_at);

-- The memory of the embedded payment provider, which stands for the outside world: what each test card will do when it is charged.
create table sandbox_cards (
  id          text primary key,
  customer_id text not null,
  outcome     text not null check (outcome in ('succeeds', 'declines', 'authenticates')),
  created_at  timestamptz not null default now()
);
create index on sandbox_cards (customer_id);
grant select, insert, delete on sandbox_cards to bordee_app;
