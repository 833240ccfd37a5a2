-- Collecting what clients owe (docs/product/collection.md): notes, and the service that is stopped meanwhile.
create table collection_notes (
  id           uuid not null,                                  -- the browser's
  company_id   uuid not null references companies on delete cascade,
  client_id    uuid not null,
  text         text not null,
  follow_up_on date,
  written_by   text not null,
  created_at   timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade
);
select tenant_table('collection_notes');
create index on collection_notes (company_id, client_id, created_at desc);

-- A client's sites aren't served from the first day on, until the other. A closed operation is judged by what was true then.
create table service_stops (
  id         uuid not null,                                    -- the browser's
  company_id uuid not null references companies on delete cascade,
  client_id  uuid not null,
  from_day   date not null,
  until_day  date check (until_day >= from_day),
  stopped_by text not null,
  resumed_by text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade
);
select tenant_table('service_stops');
create index on service_stops (company_id, client_id);
-- Boards show them.
select versioned_table('service_stops', 'operations');
create unique index service_stops_one_open on service_stops (company_id, client_id) where until_day is null;
