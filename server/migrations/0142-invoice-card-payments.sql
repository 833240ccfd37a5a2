-- Clients pay invoices by card, one or several at once (docs/product/client-invoices.md).
create table client_invoice_checkouts (
  id         uuid primary key default uuidv7(),                -- the key under which the provider opens it once
  company_id uuid not null references companies on delete cascade,
  account_id text not null,                                    -- the provider's, as is the next
  session_id text unique,                                      -- null until the provider has answered
  amount     int  not null check (amount >= 50),               -- cents
  status     text not null default 'open' check (status in ('open', 'paid', 'expired')),
  looked_at  timestamptz,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  unique (company_id, id, status)
);
create index on client_invoice_checkouts (company_id, id) where status = 'open';

-- What each invoice gets of it. Its status is the checkout's: of one invoice at most one is open.
create table client_invoice_checkout_parts (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  checkout_id uuid not null,
  invoice_id  uuid not null,
  amount      int  not null check (amount > 0),                -- cents
  status      text not null default 'open',
  unique (checkout_id, invoice_id),
  foreign key (company_id, checkout_id, status) references client_invoice_checkouts (company_id, id, status)
    on update cascade on delete cascade,
  foreign key (company_id, invoice_id) references client_invoices (company_id, id) on delete cascade
);
create index on client_invoice_checkout_parts (company_id, checkout_id);
create index on client_invoice_checkout_parts (company_id, invoice_id);
create unique index on client_invoice_checkout_parts (invoice_id) where status = 'open';

-- What the office gives back to a card, as it was decided. Of one invoice at most one is under way.
create table client_invoice_refunds (
  id          uuid primary key default uuidv7(),               -- the key under which the provider makes it once
  company_id  uuid not null references companies on delete cascade,
  invoice_id  uuid not null,
  account_id  text not null,                                   -- the provider's, as are the next two
  payment_id  text not null,
  provider_id text,                                            -- the movement that it became
  amount      int  not null check (amount > 0),                -- cents
  status      text not null default 'open' check (status in ('open', 'done', 'refused')),
  decided_by  text,
  created_at  timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, invoice_id) references client_invoices (company_id, id) on delete cascade
);
create unique index on client_invoice_refunds (invoice_id) where status = 'open';
create index on client_invoice_refunds (company_id, invoice_id);
create index on client_invoice_refunds (payment_id);

select tenant_table('client_invoice_checkouts'), tenant_table('client_invoice_checkout_parts'), tenant_table('client_invoice_refunds');

-- Money that the office gave back by hand is a row too: looser than before, so that older servers don't notice.
do $$
begin
  alter table client_invoice_payments
    drop constraint client_invoice_payments_check,
    add constraint client_invoice_payments_check check (was_online or (amount > 0) = (movement = 'payment'));
end
$$;
-- Receipts and reminders are letters too.
alter table client_invoice_mails
  drop constraint client_invoice_mails_kind_check,
  add constraint client_invoice_mails_kind_check check (kind in ('invoice', 'payment', 'reminder'));
