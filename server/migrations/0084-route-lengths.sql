-- How long each route is, and how long « Optimiser » would make it (docs/product/routes.md). "stops" says what was measured: the
-- stops in order, where they are.
create table route_lengths (
  company_id      uuid not null,
  route_id        uuid not null,
  stops           text not null,
  metres          integer not null,
  shortest_metres integer not null,
  primary key (company_id, route_id),
  foreign key (company_id, route_id) references routes (company_id, id) on delete cascade
);
select tenant_table('route_lengths');
