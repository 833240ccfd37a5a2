-- Proposed lines: what an operation brings beside the season's price, before it is on an invoice (docs/product/billables.md).
create table billables (
  id                 uuid primary key default uuidv7(),
  company_id         uuid not null references companies on delete cascade,
  source_key         text not null,                            -- the pass, outing, hours, material or ceiling that it comes from
  adjusts_id         uuid,                                     -- the invoiced line whose source changed
  state              text not null default 'proposed' check (state in ('proposed', 'waived', 'invoiced')),
  kind               text not null check (kind in ('pass', 'outing', 'hour', 'material', 'beyond')),
  contract_id        uuid not null,
  client_id          uuid,
  site_id            uuid,
  operation_id       uuid not null,                            -- no reference: one that was joined to another is gone, its lines aren't
  operation_name     text not null,
  day                date not null,                            -- of the operation, by the company's calendar
  description        text not null,
  unit               text not null check (unit in ('pass', 'outing', 'minute', 'kg', 'bag', 'cm', 'adjustment')),
  quantity           numeric(10, 2),                           -- null: someone completes it
  price              int,                                      -- cents
  amount             int,
  source_quantity    numeric(10, 2),                           -- what the source says, whatever someone made of it
  source_price       int,
  source_amount      int,
  source_description text not null,
  proof              jsonb not null,
  is_corrected       boolean not null default false,
  is_source_changed  boolean not null default false,           -- since someone decided
  waive_reason       text,
  decided_at         timestamptz,
  decided_by         uuid references accounts on delete set null,
  decided_by_name    text,
  invoice_id         uuid,                                     -- the company's invoice that has it
  created_at         timestamptz not null default now(),
  check ((state = 'waived') = (waive_reason is not null)),
  check ((state = 'invoiced') = (invoice_id is not null)),
  check (state <> 'invoiced' or amount is not null),
  unique (company_id, id),
  unique (company_id, source_key),
  foreign key (company_id, adjusts_id) references billables (company_id, id) on delete cascade,
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade,
  foreign key (company_id, client_id) references clients (company_id, id) on delete set null (client_id),
  foreign key (company_id, site_id) references sites (company_id, id) on delete set null (site_id)
);
select tenant_table('billables'), versioned_table('billables', 'billables');
create index on billables (company_id, created_at desc, id desc);
create index on billables (company_id, operation_id);
create index on billables (company_id, client_id);
create index on billables (company_id, site_id);
create index on billables (company_id, contract_id);
create index on billables (company_id, adjusts_id);
create index on billables (company_id, invoice_id);
create index on billables (company_id, day);
create index on billables (decided_by);

alter table companies add column billables_on date;            -- the day of the last look at what can be billed
