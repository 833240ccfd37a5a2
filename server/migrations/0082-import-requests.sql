-- A list that an owner sent, checked as the wizard would, for platform staff to import: at most one waits per company.
create table import_requests (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  asked_by   uuid references accounts on delete set null,
  asked_at   timestamptz not null default now(),
  files      text[] not null,                                 -- their names
  rows_count int  not null,
  sheets     bytea,                                           -- compressed: server/src/imports/uploads.ts; null once it is settled
  forecast   jsonb,                                           -- what the import would do; null: no column was recognised
  status     text not null default 'pending' check (status in ('pending', 'imported', 'refused')),
  reason     text,                                            -- why it was refused
  settled_at timestamptz,
  unique (company_id, id)
);
alter table import_requests alter column sheets set storage external;
select tenant_table('import_requests');
create unique index on import_requests (company_id) where status = 'pending';
create index on import_requests (asked_by);
