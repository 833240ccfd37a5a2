-- A night's work as one thing (docs/product/operations.md): its runs, sends, readings and notes. Runs and sends from
-- before this migration belong to no operation.

create table operations (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null references companies on delete cascade,
  kind         text not null check (kind in ('snow', 'ice', 'hauling')),
  name         text not null,
  opened_at    timestamptz not null,
  opened_by    uuid references accounts on delete set null,    -- null: by its first run
  closed_at    timestamptz,
  closed_by    uuid references accounts on delete set null,    -- null: by itself, some hours after its last run
  has_chosen_routes boolean not null default false,            -- somebody chose them: the next one begins with these
  defaults     jsonb not null,                                 -- what the company promised then, where a contract says nothing
  unique (company_id, id)
);
select tenant_table('operations');
create unique index one_open_operation_per_kind on operations (company_id, kind) where closed_at is null;
create index on operations (company_id, opened_at);

-- The routes that take part. A prepared round waits for its run: until then the route's sites are left to do.
create table operation_routes (
  company_id    uuid not null,
  operation_id  uuid not null,
  route_id      uuid not null,
  prepared_kind text check (prepared_kind in ('opening', 'windrow', 'full', 'final', 'salting')),
  prepared_at   timestamptz,
  primary key (company_id, operation_id, route_id),
  foreign key (company_id, operation_id) references operations (company_id, id) on delete cascade,
  foreign key (company_id, route_id) references routes (company_id, id) on delete cascade
);
select tenant_table('operation_routes');
create index on operation_routes (company_id, route_id);

-- The latest reading of each kind and sector counts; the earlier ones are its curve.
create table operation_readings (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null,
  operation_id uuid not null,
  kind         text not null check (kind in ('depth', 'temperature')),
  sector_id    uuid,                                           -- null: the whole operation
  at           timestamptz not null,
  amount       numeric(5, 1) not null,                         -- centimetres, or degrees Celsius
  account_id   uuid references accounts on delete set null,
  user_name    text not null,
  unique (company_id, id),
  foreign key (company_id, operation_id) references operations (company_id, id) on delete cascade,
  foreign key (company_id, sector_id) references sectors (company_id, id) on delete cascade
);
select tenant_table('operation_readings');
create index on operation_readings (company_id, operation_id, at);
create index on operation_readings (company_id, sector_id);

create table operation_notes (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null,
  operation_id uuid not null,
  text         text not null,
  at           timestamptz not null,
  account_id   uuid references accounts on delete set null,
  user_name    text not null,
  unique (company_id, id),
  foreign key (company_id, operation_id) references operations (company_id, id) on delete cascade
);
select tenant_table('operation_notes');
create index on operation_notes (company_id, operation_id, at);

-- What the office decided for one site: not required this time, and why.
create table operation_sites (
  company_id   uuid not null,
  operation_id uuid not null,
  site_id      uuid not null,
  is_required  boolean not null,
  reason       text,
  at           timestamptz not null,
  account_id   uuid references accounts on delete set null,
  user_name    text not null,
  primary key (company_id, operation_id, site_id),
  foreign key (company_id, operation_id) references operations (company_id, id) on delete cascade,
  foreign key (company_id, site_id) references sites (company_id, id) on delete cascade
);
select tenant_table('operation_sites');
create index on operation_sites (company_id, site_id);

-- Someone asked for a site: it is to redo until it is done after that.
create table site_requests (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null,
  operation_id uuid not null,
  site_id      uuid not null,
  source       text not null check (source in ('call', 'resident')),
  note         text,
  is_urgent    boolean not null default false,
  at           timestamptz not null,
  account_id   uuid references accounts on delete set null,
  user_name    text not null,
  settled_at   timestamptz,                                    -- the office put it aside
  unique (company_id, id),
  foreign key (company_id, operation_id) references operations (company_id, id) on delete cascade,
  foreign key (company_id, site_id) references sites (company_id, id) on delete cascade
);
select tenant_table('site_requests');
create index on site_requests (company_id, operation_id);
create index on site_requests (company_id, site_id);

alter table runs
  add column operation_id uuid,
  add column kind text not null default 'full' check (kind in ('opening', 'windrow', 'full', 'final', 'salting')),
  add column unit text,
  add column is_redo boolean not null default false,           -- of sites to redo, without a route
  add column handed_over_at timestamptz,                       -- the office gave what was left to others
  add column stops_version int not null default 0,             -- how many times stops were added
  add foreign key (company_id, operation_id) references operations (company_id, id) on delete set null (operation_id);
create index on runs (company_id, operation_id);

alter table run_sites
  add column state text not null default 'todo' check (state in ('todo', 'done', 'partial', 'not-done')), -- core/src/runs/completion.ts
  add column decided_at timestamptz,                           -- of the visit or mark that made it so
  add column added_no int not null default 0,                  -- which addition brought it; 0: there from the start
  add column added_at timestamptz;
create index on run_sites (company_id, run_id);

alter table run_areas add column decided_at timestamptz;
alter table run_areas
  drop constraint run_areas_state_check,
  add constraint run_areas_state_check check (state in ('todo', 'done', 'partial', 'not-done'));

alter table run_area_actions
  drop constraint run_area_actions_type_check,
  add constraint run_area_actions_type_check check (type in ('mark_as_done', 'mark_as_partial', 'mark_as_not_done', 'mark_as_todo'));

alter table run_operators add column phone text;                -- for the office to call

alter table alert_sends
  add column operation_id uuid,
  add foreign key (company_id, operation_id) references operations (company_id, id) on delete set null (operation_id);
create index on alert_sends (company_id, operation_id);
