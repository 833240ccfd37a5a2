-- The company's invoices to its clients (docs/product/client-invoices.md).
create table client_invoices (
  id                          uuid primary key default uuidv7(),
  company_id                  uuid not null references companies on delete cascade,
  status                      text not null default 'draft' check (status in ('draft', 'issued', 'partial', 'paid', 'credited')),
  number                      text,                            -- F-2026-0042
  client_id                   uuid,
  client_name                 text not null default '' collate "fr-CA-x-icu",
  client_number               text,
  client_email                text,
  client_phone                text,
  client_billing_civic_number text,
  client_billing_street       text,
  client_billing_apartment    text,
  client_billing_city         text,
  client_billing_state        text,
  client_billing_zip          text,
  company_name                text not null,
  company_logo_id             uuid,
  company_address             text,
  company_phone               text,
  company_email               text,
  company_tps                 text,
  company_tvq                 text,
  company_hst                 text,
  company_qen                 text,
  site_id                     uuid,                            -- of an invoice of one site
  site_address                text,
  purchase_order              text,
  note                        text,
  tax_state                   text,                            -- where its lines are taxed
  tax_country                 text,
  is_taxes_charged            boolean not null default true,
  issued_on                   date,                            -- by the company's calendar
  due_date                    date,
  subtotal                    int  not null default 0,         -- cents, frozen when it is issued
  taxes                       jsonb not null default '[]',     -- [{tax, code, percent, amount}]
  total_price                 int  not null default 0,
  sent_at                     timestamptz,
  created_at                  timestamptz not null default now(),
  check ((status = 'draft') = (number is null)),
  check ((number is null) = (issued_on is null)),
  check (number is null or (due_date is not null and total_price >= 0)),
  unique (company_id, id),
  unique (company_id, number),
  foreign key (company_id, client_id) references clients (company_id, id) on delete set null (client_id),
  foreign key (company_id, site_id) references sites (company_id, id) on delete set null (site_id),
  foreign key (company_id, company_logo_id) references contract_logos (company_id, id)
);
create index on client_invoices (company_id, created_at desc, id desc);
create index on client_invoices (company_id, client_id);
create index on client_invoices (company_id, site_id);
create index on client_invoices (company_id, company_logo_id);
create index on client_invoices (company_id, due_date) where status in ('issued', 'partial');

-- The last number of a year, of invoices and of credit notes. It is given with the invoice, or not at all: there is no gap.
create table client_invoice_numbers (
  company_id uuid not null references companies on delete cascade,
  kind       text not null check (kind in ('invoice', 'credit')),
  year       int  not null,
  last       int  not null,
  primary key (company_id, kind, year)
);

create table client_invoice_credits (
  id          uuid primary key,                                -- the sender's: sent again, it is the same one
  company_id  uuid not null references companies on delete cascade,
  invoice_id  uuid not null,
  number      text not null,                                   -- NC-2026-0007
  issued_on   date not null,
  reason      text not null,
  subtotal    int  not null,
  taxes       jsonb not null,
  total_price int  not null check (total_price >= 0),
  account_id  uuid references accounts on delete set null,
  created_at  timestamptz not null default now(),
  unique (company_id, id),
  unique (company_id, number),
  foreign key (company_id, invoice_id) references client_invoices (company_id, id) on delete cascade
);
create index on client_invoice_credits (company_id, invoice_id);
create index on client_invoice_credits (account_id);

-- As billed: a line keeps what it says, whatever becomes of its source.
create table client_invoice_lines (
  id              uuid primary key default uuidv7(),
  company_id      uuid not null references companies on delete cascade,
  invoice_id      uuid not null,
  billable_id     uuid,
  credit_id       uuid,
  position        int  not null,
  day             date not null,
  description     text not null,
  unit            text not null,
  quantity        numeric(10, 2) not null,
  price           int  not null,                               -- cents
  amount          int  not null,                               -- before taxes
  site_address    text,
  contract_number text not null,
  unique (company_id, id),
  foreign key (company_id, invoice_id) references client_invoices (company_id, id) on delete cascade,
  foreign key (company_id, billable_id) references billables (company_id, id) on delete set null (billable_id),
  foreign key (company_id, credit_id) references client_invoice_credits (company_id, id)
);
create index on client_invoice_lines (company_id, invoice_id, position);
create index on client_invoice_lines (company_id, credit_id);
create unique index client_invoice_lines_billed_once on client_invoice_lines (company_id, billable_id) where credit_id is null;

-- Every cent received for an invoice is one row. Never removed: one that was a mistake is marked.
create table client_invoice_payments (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  invoice_id  uuid not null,
  amount      int  not null check (amount <> 0),               -- cents; a refund is negative
  paid_at     date not null,
  type        text not null check (type in ('credit_card', 'cash', 'check', 'interact')),
  was_online  boolean not null default false,
  movement    text not null default 'payment' check (movement in ('payment', 'refund', 'dispute')),
  provider_id text,                                            -- of the movement, and of the payment that it belongs to
  payment_id  text,
  account_id  text,
  recorded_by text,
  deleted_at  timestamptz,
  created_at  timestamptz not null default now(),
  check (was_online or amount > 0),
  unique (company_id, id),
  foreign key (company_id, invoice_id) references client_invoices (company_id, id) on delete cascade
);
create index on client_invoice_payments (company_id, invoice_id);
create index on client_invoice_payments (company_id, paid_at);
create index on client_invoice_payments (payment_id) where payment_id is not null;
-- A payment that paid several invoices is a row of each.
create unique index on client_invoice_payments (provider_id, invoice_id) where provider_id is not null;

-- Who did what, when. Rows are only added.
create table client_invoice_history (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  invoice_id uuid not null,
  event      text not null,
  status     text not null,
  detail     text,
  account_id uuid references accounts on delete set null,
  user_email text,
  created_at timestamptz not null default now(),
  foreign key (company_id, invoice_id) references client_invoices (company_id, id) on delete cascade
);
create index on client_invoice_history (company_id, invoice_id, created_at desc);
create index on client_invoice_history (account_id);

create table client_invoice_mails (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  invoice_id uuid not null,
  kind       text not null check (kind in ('invoice')),
  step       text not null,                                    -- the press of « Envoyer »
  to_email   text not null,
  sent_at    timestamptz,
  refused_at timestamptz,
  refusal    text,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  unique (company_id, invoice_id, kind, step),
  foreign key (company_id, invoice_id) references client_invoices (company_id, id) on delete cascade
);

-- The answer to each request that has a key: the same key again gets the same answer.
create table client_invoice_requests (
  company_id  uuid not null references companies on delete cascade,
  request_key text not null,
  asked       text not null,                                   -- a hash
  answer      jsonb,
  created_at  timestamptz not null default now(),
  primary key (company_id, request_key)
);

select tenant_table('client_invoices'), tenant_table('client_invoice_numbers'), tenant_table('client_invoice_credits'),
       tenant_table('client_invoice_lines'), tenant_table('client_invoice_payments'), tenant_table('client_invoice_history'),
       tenant_table('client_invoice_mails'), tenant_table('client_invoice_requests');
select versioned_table('client_invoices', 'client-invoices'),
       versioned_table('client_invoice_lines', 'client-invoices'),
       versioned_table('client_invoice_credits', 'client-invoices'),
       versioned_table('client_invoice_payments', 'client-invoices');

alter table companies
  add column contract_invoice_term_days int not null default 30 check (contract_invoice_term_days between 0 and 365),
  add column contract_invoice_note      text;
