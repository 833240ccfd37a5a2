-- Files of claims other than photos (docs/product/claims.md). Their contents are in the store of files.
create table claim_files (
  id         uuid not null,                                    -- the browser's
  company_id uuid not null references companies on delete cascade,
  claim_id   uuid not null,
  name       text not null,
  file_id    uuid not null,
  size       int not null,
  hash       text not null check (hash ~ '^[0-9a-f]{64}$'),
  account_id uuid references accounts on delete set null,
  user_name  text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, claim_id) references claims (company_id, id) on delete cascade,
  foreign key (company_id, file_id) references stored_files (company_id, id)
);
select tenant_table('claim_files');
create index on claim_files (company_id, claim_id, created_at desc);
create index on claim_files (company_id, file_id);
create index on claim_files (account_id);
