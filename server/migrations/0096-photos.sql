-- Photos of sites: with a mark, of damage, or of the state before winter (docs/product/photos.md). A row outlives its content:
-- it keeps the hash, who deleted the photo and why.
create table photos (
  id             uuid not null,                                                  -- the phone's
  company_id     uuid not null references companies on delete cascade,
  kind           text not null check (kind in ('mark', 'damage', 'condition')),
  site_id        uuid,                                                           -- null: deleted since
  run_id         uuid,
  mark_id        uuid,                                                           -- the phone's id of a mark or damage, which may come later
  visit_id       uuid,                                                           -- visits are computed again: no reference
  claim_id       uuid,
  taken_at       timestamptz not null,                                           -- by the phone's clock
  received_at    timestamptz not null default now(),
  lat            float8,
  lng            float8,
  accuracy       real,
  account_id     uuid references accounts on delete set null,
  author         text not null,
  hash           text not null check (hash ~ '^[0-9a-f]{64}$'),                  -- of the largest size
  size           int not null,
  width          int not null,
  height         int not null,
  full_id        uuid,
  medium_id      uuid,
  small_id       uuid,
  deleted_at     timestamptz,
  deleted_by     text,
  deleted_reason text,
  primary key (company_id, id),
  check ((lat is null) = (lng is null)),
  check ((deleted_at is null) = (full_id is not null)),
  foreign key (company_id, site_id) references sites (company_id, id) on delete set null (site_id),
  foreign key (company_id, run_id) references runs (company_id, id) on delete set null (run_id),
  foreign key (company_id, full_id) references stored_files (company_id, id),
  foreign key (company_id, medium_id) references stored_files (company_id, id),
  foreign key (company_id, small_id) references stored_files (company_id, id)
);
select tenant_table('photos');
create index on photos (company_id, site_id, taken_at desc);
create index on photos (company_id, run_id);
create index on photos (company_id, mark_id);
create index on photos (company_id, full_id);
create index on photos (company_id, medium_id);
create index on photos (company_id, small_id);
create index on photos (account_id);
create index on photos (company_id, received_at) where deleted_at is null;

alter table companies
  add column photo_shows_not_done boolean not null default true,                 -- to clients, of what was not done or only in part
  add column photo_shows_done     boolean not null default false;
