-- Contracts: what a client agrees to for a season, what he signed, what he paid (docs/product/contracts.md).

create table contract_templates (
  id                uuid primary key default uuidv7(),
  company_id        uuid not null references companies on delete cascade,
  name              text not null collate "fr-CA-x-icu",
  description       text,
  clauses           text not null default '',                  -- HTML, sanitised when written
  start_at          date not null,
  end_at            date not null,
  payment_methods   jsonb not null default '[]',
  is_taxes_charged  boolean not null default true,
  company_logo      text,                                      -- in place of the company's own, as are its name and e-mail
  company_name      text,
  company_email     text,
  deleted_at        timestamptz,                               -- archived
  created_at        timestamptz not null default now(),
  check (end_at > start_at),
  unique (company_id, id)
);
select tenant_table('contract_templates');
create index on contract_templates (company_id, name, id);

-- A service that a template sells cannot go: its foreign key refuses.
create table template_services (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  template_id uuid not null,
  position    int  not null,
  service_id  uuid,
  name        text not null,
  description text,
  quantity    numeric(8, 2) not null check (quantity > 0),
  price       int  not null,                                   -- cents; a discount is negative
  color       text not null,
  unique (company_id, id),
  foreign key (company_id, template_id) references contract_templates (company_id, id) on delete cascade,
  foreign key (company_id, service_id) references services (company_id, id)
);
select tenant_table('template_services');
create index on template_services (company_id, template_id);
create index on template_services (company_id, service_id);

create table template_instalments (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null references companies on delete cascade,
  template_id  uuid not null,
  position     int  not null,
  payment_date date not null,
  percent      numeric(5, 2) not null check (percent between 0 and 100),
  unique (company_id, id),
  foreign key (company_id, template_id) references contract_templates (company_id, id) on delete cascade
);
select tenant_table('template_instalments');
create index on template_instalments (company_id, template_id);

-- The logos that contracts were made with, each once: a thousand contracts share one.
create table contract_logos (
  id         uuid primary key default uuidv7(),
  company_id uuid not null,                                    -- no reference, as of all that follows: what was signed outlives its company
  digest     text not null,
  logo       text not null,                                    -- data URL
  unique (company_id, id),
  unique (company_id, digest)
);
select tenant_table('contract_logos');

-- The last number given in a year. It never goes back, whatever becomes of the contract.
create table contract_numbers (
  company_id uuid not null,
  year       int  not null,
  last       int  not null,
  primary key (company_id, year)
);
select tenant_table('contract_numbers');

-- What it says of client, site and company is kept as it was. The law wants what was signed kept for seven years, whatever becomes of these three:
-- hence no reference to `companies`, and references to folders that only let go.
create table contracts (
  id                          uuid primary key default uuidv7(),
  company_id                  uuid not null,
  contract_number             text not null,                   -- 2026-0042
  status                      text not null default 'draft'
                              check (status in ('draft', 'sent', 'printed', 'consulted', 'accepted', 'unpaid', 'paid', 'declined', 'canceled')),
  version                     int  not null default 1,         -- of what it says, not of its status
  opened_version              int,                             -- the one that its client last looked at
  signed_on_paper             boolean not null default false,
  decline_reason              text,
  client_id                   uuid,
  client_type                 text not null,
  client_name                 text not null collate "fr-CA-x-icu",
  client_number               text,
  client_email                text,
  client_phone                text,
  client_billing_civic_number text,
  client_billing_street       text,
  client_billing_apartment    text,
  client_billing_city         text,
  client_billing_state        text,
  client_billing_country      text,
  client_billing_zip          text,
  company_name                text not null,
  company_logo_id             uuid,
  company_address             text,
  company_state               text,
  company_country             text,
  company_phone               text,
  company_email               text,
  company_tps                 text,
  company_tvq                 text,
  company_hst                 text,
  company_qen                 text,
  contract_template_id        uuid,
  contract_template_name      text,
  site_id                     uuid,
  site_name                   text,
  site_civic_number           text,
  site_street                 text,
  site_apartment              text,
  site_city                   text,
  site_state                  text,
  site_zip                    text,
  site_country                text,
  site_areas                  jsonb not null default '[]',     -- [{name, polygon}]: what is drawn on paper
  start_at                    date,
  end_at                      date,
  payment_methods             jsonb not null default '[]',
  is_taxes_charged            boolean not null default true,
  taxes                       jsonb not null default '[]',     -- [{tax, code, percent, amount}], frozen when it leaves draft
  subtotal                    int  not null default 0 check (subtotal >= 0),
  total_price                 int  not null default 0 check (total_price >= 0),
  clauses                     text not null default '',
  renewed_from                uuid,
  sent_at                     timestamptz,                     -- by e-mail, the last time
  signed_at                   timestamptz,                     -- also of one that was canceled since
  created_at                  timestamptz not null default now(),
  check (end_at > start_at),
  check ((site_id is null) or (site_street is not null)),
  unique (company_id, id),
  unique (company_id, contract_number),
  foreign key (company_id, client_id) references clients (company_id, id) on delete set null (client_id),
  foreign key (company_id, site_id) references sites (company_id, id) on delete set null (site_id),
  foreign key (company_id, contract_template_id) references contract_templates (company_id, id) on delete set null (contract_template_id),
  foreign key (company_id, company_logo_id) references contract_logos (company_id, id)
);
select tenant_table('contracts');
create index on contracts (company_id, client_name, id);       -- in the order in which the grid shows them
create index on contracts (company_id, client_id);
create index on contracts (company_id, site_id, end_at) where status in ('accepted', 'unpaid', 'paid');
create index on contracts (company_id, contract_template_id);
create unique index contracts_renewed_once on contracts (company_id, renewed_from) where status <> 'canceled';

create table contract_services (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null,
  contract_id uuid not null,
  position    int  not null,
  service_id  uuid,
  name        text not null,
  description text,
  quantity    numeric(8, 2) not null check (quantity > 0),
  price       int  not null,                                   -- cents
  color       text not null,
  unique (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade,
  foreign key (company_id, service_id) references services (company_id, id) on delete set null (service_id)
);
select tenant_table('contract_services');
create index on contract_services (company_id, contract_id);
create index on contract_services (company_id, service_id);

create table contract_instalments (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null,
  contract_id  uuid not null,
  position     int  not null,
  payment_date date not null,
  percent      numeric(5, 2) not null check (percent between 0 and 100),
  amount       int  not null check (amount >= 0),              -- cents, by core/src/contracts/contract-money.ts
  unique (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade
);
select tenant_table('contract_instalments');
create index on contract_instalments (company_id, contract_id);
create index on contract_instalments (payment_date);

-- Never removed: one that was a mistake is marked. A refund is negative.
create table contract_payments (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null,
  contract_id  uuid not null,
  amount       int  not null check (amount <> 0),              -- cents
  paid_at      date not null,
  type         text not null check (type in ('credit_card', 'cash', 'check', 'interact')),
  was_online   boolean not null default false,
  provider_id  text,                                           -- what the payment provider calls it: it is recorded once
  recorded_by  text,
  deleted_at   timestamptz,
  created_at   timestamptz not null default now(),
  check (was_online or amount > 0),
  unique (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade
);
select tenant_table('contract_payments');
create index on contract_payments (company_id, contract_id);
create index on contract_payments (company_id, paid_at);
create unique index on contract_payments (provider_id) where provider_id is not null;

-- Who did what, when. Rows are only added.
create table contract_history (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null,
  contract_id uuid not null,
  event       text not null,
  status      text not null,                                   -- after it
  detail      text,
  account_id  uuid references accounts on delete set null,
  user_email  text,                                            -- null: the server by itself
  created_at  timestamptz not null default clock_timestamp(),
  unique (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade
);
select tenant_table('contract_history');
create index on contract_history (company_id, contract_id, created_at desc);
create index on contract_history (company_id, created_at desc);

-- What was signed, byte by byte, and how.
create table contract_signatures (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null,
  contract_id  uuid not null,
  version      int  not null,
  pdf          bytea not null,
  sha256       text not null check (sha256 ~ '^[0-9a-f]{64}$'),       -- of the whole file
  pages_sha256 text not null check (pages_sha256 ~ '^[0-9a-f]{64}$'), -- of the pages before the certificate, as it prints it
  signer_name  text,
  boxes        jsonb not null default '[]',                    -- texts of the boxes as they were received
  email        text not null,
  by_link      boolean not null,
  signed_in_at timestamptz not null,
  address      text not null,
  agent        text,
  signed_at    timestamptz not null,
  unique (company_id, id),
  unique (company_id, contract_id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade
);
select tenant_table('contract_signatures');
create index on contract_signatures (sha256);

-- What was e-mailed about a contract: each reminder once, and one press of « Envoyer » once.
create table contract_mails (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null,
  contract_id uuid not null,
  kind        text not null check (kind in ('contract', 'signature', 'payment')),
  step        text not null,                                   -- of a reminder: counted from what; of a contract: the press
  to_email    text not null,
  created_at  timestamptz not null default now(),
  unique (company_id, id),
  unique (company_id, contract_id, kind, step),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade
);
select tenant_table('contract_mails');

select versioned_table('contracts', 'contracts'),
       versioned_table('contract_services', 'contracts'),
       versioned_table('contract_instalments', 'contracts'),
       versioned_table('contract_payments', 'contracts');

-- One press of « Envoyer »: the same key again answers what it answered then.
create table contract_sends (
  company_id  uuid not null references companies on delete cascade,
  request_key text not null,
  answer      jsonb,
  created_at  timestamptz not null default now(),
  primary key (company_id, request_key)
);
select tenant_table('contract_sends');

-- The last local day whose statuses were brought up to date, and whose reminders were sent: a night when the server was down is caught up.
alter table companies
  add column contract_statuses_on  date,
  add column contract_reminders_on date;

-- To whom an answer to a letter goes.
alter table outbox add column reply_to text;

-- A link that a contract was sent with dies when the contract changes.
create index on codes (contract_id) where contract_id is not null;
