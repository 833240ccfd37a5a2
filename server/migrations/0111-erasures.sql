-- What was erased of clients' folders, what stays and why (docs/product/privacy.md).
create table erasures (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  request_id uuid,                                             -- null: the office acted on its own
  folders    jsonb not null,                                   -- [{id, name}] as they were
  parts      jsonb not null,                                   -- core/src/privacy/erasure.ts
  account_id uuid references accounts on delete set null,
  user_name  text not null,
  at         timestamptz not null
);
select tenant_table('erasures');
create index on erasures (company_id, at desc);
create index on erasures (account_id);
