-- A round of only some sites of a route, such as those of the sector where the City has ploughed.
alter table operation_routes
  add column prepared_site_ids uuid[],                         -- null: all of the route
  add column prepared_sector_names text[];

alter table runs
  add column is_part boolean not null default false,           -- of such a round: the route's other sites are as before
  add column sites_count int not null default 0;
alter table runs no force row level security;                  -- the owner of the tables sees every company's, here only
alter table run_sites no force row level security;
update runs r
set sites_count = s.n
from (select company_id, run_id, count(*) as n from run_sites group by company_id, run_id) s
where s.company_id = r.company_id and s.run_id = r.id;
alter table runs force row level security;
alter table run_sites force row level security;
