-- What the platform bills companies for (docs/product/billing.md): alerts of a month, the activation of their module, lots of the bank.

-- No reference to `companies`: the law wants invoices kept when a company goes.
create table invoices (
  id              uuid primary key default uuidv7(),           -- the key under which the provider issues it once
  company_id      uuid not null,
  purpose         text not null check (purpose in ('alerts', 'activation', 'bank')),
  status          text not null check (status in ('draft', 'open', 'paid', 'uncollectible', 'void')),
  customer_id     text not null,                               -- the provider's, as are the next four
  provider_id     text unique,                                 -- null until the provider has answered
  number          text,
  hosted_url      text,
  pdf_url         text,
  bill_to         jsonb not null,                              -- {name, lines}: as it was when it was made
  lines           jsonb not null,                              -- [{description, quantity, amount}]
  taxes           jsonb not null,                              -- [{tax, code, percent, amount}]
  subtotal        int  not null check (subtotal > 0),          -- cents
  total           int  not null check (total >= subtotal),
  period_start    timestamptz not null,
  period_end      timestamptz not null check (period_end >= period_start),
  request_key     text,                                        -- of the press that bought a lot
  lot_amount      int check (lot_amount > 0),                  -- alerts that it buys
  card_id         text,                                        -- of the attempt that was noted last, or is to be made
  attempts        int  not null default 0,                     -- how many were noted: each has a key of its own
  attempt_outcome text check (attempt_outcome in ('refused', 'action')), -- of the last one; null: nobody knows yet
  refusal         text,                                        -- in words that are fit to be shown
  next_attempt_at timestamptz,                                 -- when somebody looks at it again; null: never by itself
  looked_at       timestamptz,                                 -- when it was last given to somebody to look at
  issued_at       timestamptz,
  due_at          timestamptz,
  paid_at         timestamptz,
  account_id      uuid,                                        -- who pressed
  created_at      timestamptz not null default now(),
  check ((purpose = 'bank') = (lot_amount is not null)),
  check ((status = 'paid') = (paid_at is not null)),
  check (status in ('draft', 'void') or due_at is not null),
  unique (company_id, id)
);
select tenant_table('invoices');
create index on invoices (company_id, created_at desc);
create index on invoices (next_attempt_at) where status in ('draft', 'open');
create unique index on invoices (company_id, request_key) where request_key is not null;
create unique index on invoices (company_id, period_start) where purpose = 'alerts';
create unique index on invoices (company_id) where purpose = 'activation' and status in ('draft', 'open');
create index on invoices (company_id, due_at) where status in ('open', 'uncollectible'); -- what suspends sending on credit

-- The invoice that an alert stands on; null until it is billed.
alter table alert_deliveries add column invoice_id uuid;
create index on alert_deliveries (company_id, created_at) where paid_from = 'invoice' and invoice_id is null;

-- Alerts that were given back once their invoice was made: the next one takes them off.
create table alert_credits (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null,                                    -- no reference, as of invoices
  delivery_id uuid not null unique,                             -- given back once
  price       int  not null check (price > 0),                  -- cents, before taxes
  billed_on   uuid not null,                                    -- the invoice that charged it
  invoice_id  uuid,                                             -- the one that took it off; null until then
  created_at  timestamptz not null default now(),
  foreign key (company_id, billed_on) references invoices (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
select tenant_table('alert_credits');
create index on alert_credits (company_id) where invoice_id is null;
create index on alert_credits (company_id, billed_on);
create index on alert_credits (company_id, invoice_id);

-- Where the period begins that the next invoice is for.
alter table companies add column billed_until timestamptz;
alter table companies no force row level security; -- the owner of the table sees every company, here only
update companies set billed_until = created_at;
alter table companies force row level security;
alter table companies
  alter column billed_until set default now(),
  alter column billed_until set not null;
create index on companies (billed_until);

-- A lot that was bought, once for an invoice.
alter table alert_lots add column invoice_id uuid unique;
alter table alert_ledger
  add column invoice_id uuid,
  drop constraint alert_ledger_reason_check,
  add constraint alert_ledger_reason_check check (reason in ('lot', 'adjustment', 'send', 'refund', 'purchase'));

-- The embedded payment provider's memory of its invoices.
create sequence sandbox_invoice_numbers;
grant usage on sequence sandbox_invoice_numbers to bordee_app;
create table sandbox_invoices (
  id          text primary key,
  key         text not null unique,
  token       text not null unique,                             -- whoever has it sees its page
  number      text not null unique,
  customer_id text not null,
  bill        jsonb not null,                                   -- as it was issued: lines, taxes, notes
  total       int  not null,
  status      text not null default 'open' check (status in ('open', 'paid', 'uncollectible', 'void')),
  attempts    jsonb not null default '{}',                      -- what was answered, by key
  paid_at     timestamptz,
  created_at  timestamptz not null default now()
);
grant select, insert, update, delete on sandbox_invoices to bordee_app;
create index on sandbox_invoices (created_at);

-- What the bank of a card's holder is asked (3-D Secure), by the secret that his browser has.
create table sandbox_confirmations (
  client_secret text primary key,
  invoice_id    text not null references sandbox_invoices on delete cascade,
  created_at    timestamptz not null default now()
);
grant select, insert, update, delete on sandbox_confirmations to bordee_app;
create index on sandbox_confirmations (invoice_id);
