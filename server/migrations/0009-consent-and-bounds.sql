-- Who resubscribed a phone, for as long as the proof is kept: accounts go, their names stay. The office needs a recorded request.
alter table subscription_changes
  add column account_name text,
  add check (unsubscribed or how <> 'office' or (request is not null and account_name is not null));

-- The box around a sector, in plain numbers. Behind row-level security an index may only be searched by comparisons that cannot leak, which those of
-- points and polygons are not. PostgreSQL takes what lies within a millionth of a degree of an edge for inside: the box is wider than that.
create function bound_of(points jsonb, axis text, is_upper boolean) returns double precision language sql immutable parallel safe strict as $$
  select case when is_upper then max((p->>axis)::double precision) + 0.00001 else min((p->>axis)::double precision) - 0.00001 end
  from jsonb_array_elements(points) p
$$;
alter table sectors
  add column south double precision generated always as (bound_of(polygon, 'lat', false)) stored,
  add column north double precision generated always as (bound_of(polygon, 'lat', true)) stored,
  add column west  double precision generated always as (bound_of(polygon, 'lng', false)) stored,
  add column east  double precision generated always as (bound_of(polygon, 'lng', true)) stored;
create index on sites (company_id, lat, lng);

-- As before: the sites inside a sector's polygon, and those it lists. Each once, without comparing all with all.
create or replace view sector_members with (security_invoker = true) as
  select s.company_id, s.id as sector_id, x.id as site_id, x.client_id
  from sectors s join sites x on x.company_id = s.company_id
    and x.lat between s.south and s.north and x.lng between s.west and s.east and s.shape @> point(x.lng, x.lat)
  union all
  select l.company_id, l.sector_id, l.site_id, x.client_id
  from sector_sites l join sites x on x.company_id = l.company_id and x.id = l.site_id
    join sectors s on s.company_id = l.company_id and s.id = l.sector_id
  where (s.shape @> point(x.lng, x.lat)) is not true;
