-- Rounds that the office prepared for a route of an operation. Several may wait: of two sectors, or of two kinds. They were
-- columns of operation_routes, which only the previous release still reads.
create table prepared_rounds (
  id            uuid primary key default uuidv7(),
  company_id    uuid not null,
  operation_id  uuid not null,
  route_id      uuid not null,
  kind          text not null check (kind in ('opening', 'windrow', 'full', 'final', 'salting')),
  prepared_at   timestamptz not null,
  sector_id     uuid,
  sector_name   text,                                          -- null: all of the route
  site_ids      uuid[] check ((site_ids is null) = (sector_name is null)),
  begun_run_id  uuid,                                          -- null while it waits
  unique (company_id, id),
  foreign key (company_id, operation_id, route_id) references operation_routes (company_id, operation_id, route_id) on delete cascade,
  foreign key (company_id, sector_id) references sectors (company_id, id) on delete set null (sector_id)
);
create index on prepared_rounds (company_id, operation_id, route_id);
create index on prepared_rounds (company_id, begun_run_id);
create index on prepared_rounds (company_id, sector_id);

alter table operation_routes no force row level security;      -- the owner of the tables sees every company's, here only
insert into prepared_rounds (company_id, operation_id, route_id, kind, prepared_at, sector_name, site_ids)
select company_id, operation_id, route_id, prepared_kind, prepared_at, array_to_string(prepared_sector_names, ', '), prepared_site_ids
from operation_routes
where prepared_at is not null and prepared_kind is not null and (prepared_site_ids is null) = (prepared_sector_names is null);
alter table operation_routes force row level security;

select tenant_table('prepared_rounds'), versioned_table('prepared_rounds', 'operations');
