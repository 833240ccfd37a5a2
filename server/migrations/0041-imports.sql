-- Spreadsheets on their way in (docs/product/imports.md): as they were read, for an hour; and what became of each import.

create table import_uploads (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade, -- where its uploader worked
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  sheets     bytea not null,                                       -- compressed: server/src/imports/uploads.ts
  unique (company_id, id)
);
alter table import_uploads alter column sheets set storage external;
select tenant_table('import_uploads');
create index on import_uploads (created_at);
create index on import_uploads (account_id);

create table imports (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  account_id  uuid references accounts on delete set null,
  upload_id   uuid,                                                -- goes after an hour; null: the sheets came with the call
  sheets      bytea not null,                                      -- all of them; once it is done, the refused rows
  mappings    jsonb not null,
  state       text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  done        int  not null default 0,
  total       int  not null default 0,
  errors      jsonb not null default '[]',
  job_id      uuid,                                                -- which job is at it: a second one leaves it alone
  created_at  timestamptz not null default now(),
  finished_at timestamptz,
  unique (company_id, id)
);
select tenant_table('imports');
create index on imports (company_id, created_at);
create index on imports (account_id);

-- Sites that an import brought in without a place on the map, and what became of looking for it.
create table import_places (
  company_id uuid not null references companies on delete cascade,
  import_id  uuid not null,
  site_id    uuid not null,
  sheet      text not null,
  row        int  not null,
  is_found   boolean,                                              -- null: not looked for yet
  primary key (company_id, import_id, site_id),
  foreign key (company_id, import_id) references imports (company_id, id) on delete cascade,
  foreign key (company_id, site_id) references sites (company_id, id) on delete cascade
);
select tenant_table('import_places');
create index on import_places (company_id, site_id);
