-- Evidence files as they were produced (docs/product/evidence.md).
create table evidence_files (
  id           uuid primary key default uuidv7(),              -- the browser's
  company_id   uuid not null references companies on delete cascade,
  site_id      uuid,
  client_id    uuid,
  claim_id     uuid,
  subject      text not null,                                  -- the address, or the client's name, as it was
  from_day     date not null,
  to_day       date not null check (to_day >= from_day),
  moment_at    timestamptz,
  with_drivers boolean not null,
  state        text not null default 'waiting' check (state in ('waiting', 'building', 'ready', 'failed', 'removed')),
  done         int not null default 0,
  total        int not null,
  file_id      uuid,                                           -- null until it is ready, and once its content was removed
  file_name    text,
  size         int,
  sha256       text check (sha256 ~ '^[0-9a-f]{64}$'),
  problem      text,
  account_id   uuid references accounts on delete set null,
  user_name    text not null,
  created_at   timestamptz not null,
  finished_at  timestamptz,
  check ((state = 'ready') = (file_id is not null)),
  unique (company_id, id),
  foreign key (company_id, site_id) references sites (company_id, id) on delete set null (site_id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete set null (client_id),
  foreign key (company_id, claim_id) references claims (company_id, id) on delete cascade,
  foreign key (company_id, file_id) references stored_files (company_id, id)
);
select tenant_table('evidence_files');
create index on evidence_files (company_id, created_at desc);
create index on evidence_files (company_id, site_id);
create index on evidence_files (company_id, client_id);
create index on evidence_files (company_id, claim_id);
create index on evidence_files (company_id, file_id);
create index on evidence_files (account_id);

-- The SHA-256 of each PDF, and of the zip around them: /verification looks them up. They outlive the content.
create table evidence_documents (
  company_id       uuid not null references companies on delete cascade,
  evidence_file_id uuid not null,
  sha256           text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (company_id, evidence_file_id, sha256),
  foreign key (company_id, evidence_file_id) references evidence_files (company_id, id) on delete cascade
);
select tenant_table('evidence_documents');
create index on evidence_documents (sha256);
