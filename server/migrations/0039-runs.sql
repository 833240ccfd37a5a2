-- Routes while they are driven (docs/product/runs.md). A run is a copy of its route as it was when it began: nothing that is changed later reaches it.

create table runs (
  id             uuid primary key default uuidv7(),            -- a phone may have made it
  company_id     uuid not null references companies on delete cascade,
  route_id       uuid,
  route_name     text not null,
  started_at     timestamptz not null,
  finished_at    timestamptz,
  last_sign_at   timestamptz not null,                         -- of life: a mark, a coming or going; positions say it on their track
  areas_count    int  not null default 0,
  areas_done     int  not null default 0,
  not_done_count int  not null default 0,
  created_at     timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, route_id) references routes (company_id, id) on delete set null (route_id)
) with (fillfactor = 60);                                      -- counts what is done, in its own page
select tenant_table('runs');
create index on runs (company_id, started_at);
create index on runs (company_id, route_id) where finished_at is null;
create index on runs (last_sign_at) where finished_at is null;

create table run_sites (
  id            uuid primary key default uuidv7(),
  company_id    uuid not null references companies on delete cascade,
  run_id        uuid not null,
  site_id       uuid,
  site_name     text not null,
  site_address  text not null,
  customer_name text not null,
  lat           double precision,
  lng           double precision,
  notes         text,
  sort_order    int  not null,
  unique (company_id, id),
  unique (company_id, run_id, sort_order),
  foreign key (company_id, run_id) references runs (company_id, id) on delete cascade,
  foreign key (company_id, site_id) references sites (company_id, id) on delete set null (site_id)
);
select tenant_table('run_sites');
create index on run_sites (company_id, site_id);

create table run_areas (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  run_id      uuid not null,
  run_site_id uuid not null,
  area_id     uuid,
  position    int  not null,
  name        text not null,
  notes       text,
  polygon     jsonb,                                           -- null: marked by hand
  indicators  jsonb not null default '[]',
  state       text not null default 'todo' check (state in ('todo', 'done', 'not-done')), -- core/src/runs/completion.ts
  reached_at  timestamptz,                                     -- its first visit or mark
  unique (company_id, id),
  foreign key (company_id, run_id) references runs (company_id, id) on delete cascade,
  foreign key (company_id, run_site_id) references run_sites (company_id, id) on delete cascade,
  foreign key (company_id, area_id) references areas (company_id, id) on delete set null (area_id)
) with (fillfactor = 50);                                      -- each becomes done, in its own page
select tenant_table('run_areas');
create index on run_areas (company_id, run_id);
create index on run_areas (company_id, run_site_id);
create index on run_areas (company_id, area_id);

-- Whoever took part. Of a copy from another company nobody has an account.
create table run_operators (
  id            uuid primary key default uuidv7(),
  company_id    uuid not null references companies on delete cascade,
  run_id        uuid not null,
  account_id    uuid references accounts on delete set null,
  name          text not null,
  email         text,
  is_present    boolean not null default true,
  started_at    timestamptz not null,                          -- the first time
  last_moved_at timestamptz not null,                          -- as far as anyone has looked
  last_acted_at timestamptz not null,
  clock_offset  bigint not null default 0,                       -- milliseconds that are added to his phone's times
  has_offset    boolean not null default false,                -- decided by the first of them that says when it was sent
  unique (company_id, id),
  unique (company_id, run_id, account_id),
  foreign key (company_id, run_id) references runs (company_id, id) on delete cascade
);
select tenant_table('run_operators');
create unique index one_run_at_a_time on run_operators (company_id, account_id) where is_present;
create index on run_operators (account_id);

create table run_actions (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  run_id      uuid not null,
  operator_id uuid not null,
  type        text not null check (type in ('start', 'quit')),
  at          timestamptz not null,
  is_silent   boolean not null default false,                  -- taken to have quit, without a word
  unique (company_id, id),
  foreign key (company_id, run_id) references runs (company_id, id) on delete cascade,
  foreign key (company_id, operator_id) references run_operators (company_id, id) on delete cascade
);
select tenant_table('run_actions');
create index on run_actions (company_id, run_id);
create index on run_actions (company_id, operator_id);

-- Marks made by hand. A mark of a whole site is one of each of its areas; a phone's own id names it, so that it counts once.
create table run_area_actions (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  run_id      uuid not null,
  run_area_id uuid not null,
  operator_id uuid,                                            -- null: the office
  user_name   text not null,
  request_id  uuid not null,                                   -- the phone's
  type        text not null check (type in ('mark_as_done', 'mark_as_not_done')),
  reason      text,
  note        text,
  at          timestamptz not null,
  created_at  timestamptz not null default now(),
  unique (company_id, id),
  unique (company_id, run_area_id, request_id),
  foreign key (company_id, run_id) references runs (company_id, id) on delete cascade,
  foreign key (company_id, run_area_id) references run_areas (company_id, id) on delete cascade,
  foreign key (company_id, operator_id) references run_operators (company_id, id) on delete cascade
);
select tenant_table('run_area_actions');
create index on run_area_actions (company_id, run_id);
create index on run_area_actions (company_id, operator_id);

-- One receiver of one operator in one run: his phone, or a device of his.
create table run_tracks (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  run_id      uuid not null,
  operator_id uuid not null,
  source      text not null,                                   -- 'phone', or the device's id
  last_raw_at bigint,                                          -- the latest timestamp, as it was sent
  lat         double precision,                                -- the latest position
  lng         double precision,
  speed       real,
  last_at     timestamptz,                                     -- by our clock
  reckoning   jsonb,                                           -- where the reckoning of visits stands (core/src/runs/visits.ts); null before the first
  is_stale    boolean not null default false,                  -- came late or out of order: a job reckons it again from the positions
  points      int  not null default 0,                         -- positions that rest, about: duplicates may be among them
  loose       int  not null default 0,                         -- chunks that are not put together yet
  is_purged   boolean not null default false,                  -- its positions are gone, or some of them
  unique (company_id, id),
  unique (company_id, operator_id, source),
  foreign key (company_id, run_id) references runs (company_id, id) on delete cascade,
  foreign key (company_id, operator_id) references run_operators (company_id, id) on delete cascade
) with (fillfactor = 60);                                      -- rewritten at each batch, in its own page
select tenant_table('run_tracks');
create index on run_tracks (company_id, run_id);

-- Positions, many to a row (core/src/runs/packing.ts): one row for each batch that came, put together later. Times are as they were sent.
create table position_chunks (
  id           bigint generated always as identity,
  company_id   uuid not null,                                  -- goes with its track
  track_id     uuid not null,
  from_at      bigint not null,
  to_at        bigint not null,
  points       int not null,
  is_compacted boolean not null default false,
  positions    bytea not null,
  primary key (company_id, track_id, id),                      -- the only index: each one more is written at each batch
  foreign key (company_id, track_id) references run_tracks (company_id, id) on delete cascade
);
alter table position_chunks alter column positions set storage external; -- packed already
select tenant_table('position_chunks');

create table run_visits (
  id          uuid not null,                                   -- a hash of run, area, track and start
  company_id  uuid not null,
  run_id      uuid not null,
  run_area_id uuid not null,                                   -- areas and tracks come and go with their run: it alone is referred to
  track_id    uuid not null,
  site_id     uuid,                                            -- as the run had it, for the lists of a site
  started_at  timestamptz not null,
  finished_at timestamptz not null,
  primary key (company_id, run_id, run_area_id, id),
  foreign key (company_id, run_id) references runs (company_id, id) on delete cascade
);
select tenant_table('run_visits');
create index on run_visits (company_id, site_id, started_at);

-- Who has agreed that his position is recorded, to which text, and since when. The latest answer counts.
create table position_consents (
  company_id  uuid not null references companies on delete cascade,
  account_id  uuid not null references accounts on delete cascade,
  version     int  not null,
  is_accepted boolean not null,
  answered_at timestamptz not null default now(),
  primary key (company_id, account_id, answered_at)
);
select tenant_table('position_consents');
create index on position_consents (account_id);

-- What a run tells by itself goes on for as long as it is driven: one row of the history for each of its messages.
alter table alert_sends add column is_automatic boolean not null default false;
create unique index on alert_sends (company_id, target, message_id, message) where is_automatic;

-- Sites that a run has told: at most one message of each kind per site, and per route within the company's interval.
create table route_alerts (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  run_id      uuid not null,
  route_id    uuid not null,
  site_id     uuid not null,
  kind        text not null check (kind in ('initial', 'ahead')),
  told_at     timestamptz not null default now(),
  send_id     uuid not null,
  unique (company_id, id),
  unique (company_id, run_id, site_id, kind),
  foreign key (company_id, run_id) references runs (company_id, id) on delete cascade,
  foreign key (company_id, route_id) references routes (company_id, id) on delete cascade,
  foreign key (company_id, site_id) references sites (company_id, id) on delete cascade
);
select tenant_table('route_alerts');
create index on route_alerts (company_id, route_id, site_id, told_at);
create index on route_alerts (company_id, site_id);
