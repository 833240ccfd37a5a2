-- What each company has in the store of files (docs/product/files.md). A row is one reference: the content stays as long as
-- any company has a row with its hash.
create table stored_files (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  hash       text not null check (hash ~ '^[0-9a-f]{64}$'),
  size       int not null check (size > 0),
  created_at timestamptz not null default now(),
  unique (company_id, id)
);
select tenant_table('stored_files');
create index on stored_files (hash);
create index on stored_files (company_id, size);
