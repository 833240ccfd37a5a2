-- The sites of a sector: those inside its polygon and those it lists, each once, without comparing every pair.
create or replace view sector_members with (security_invoker = true) as
  select s.company_id, s.id as sector_id, x.id as site_id, x.client_id
  from sectors s
  join sites x on x.company_id = s.company_id
    and x.lat between s.south and s.north
    and x.lng between s.west and s.east
    and s.shape @> point(x.lng, x.lat)
  union all
  select l.company_id, l.sector_id, l.site_id, x.client_id
  from sector_sites l
  join sites x on x.company_id = l.company_id and x.id = l.site_id
  join sectors s on s.company_id = l.company_id and s.id = l.sector_id
  where (s.shape @> point(x.lng, x.lat)) is not true;
grant select on sector_members to bordee_app;
