-- Client folders: whom a company serves, where, for whom and in which order.

-- A migration does not see the rows of a forced table: lift it while the folders that exist get their new columns.
alter table clients no force row level security;

alter table clients
  add column type                 text not null default 'residential' check (type in ('residential', 'commercial')),
  add column number               text,
  add column phone                text,
  add column post                 text,                        -- extension
  add column first_name           text,
  add column last_name            text,
  add column billing_civic_number text,
  add column billing_street       text,
  add column billing_apartment    text,
  add column billing_city         text,
  add column billing_state        text,
  add column billing_country      text,
  add column billing_zip          text,
  add column billing_latitude     double precision check (billing_latitude between -90 and 90),
  add column billing_longitude    double precision check (billing_longitude between -180 and 180),
  add column notes                text,
  add column number_value         bigint generated always as (case when number ~ '^[0-9]{1,15}$' then number::bigint end) stored,
  add check ((billing_latitude is null) = (billing_longitude is null));

update clients set number = n::text from (select id, row_number() over (partition by company_id order by id) as n from clients) c where c.id = clients.id;
alter table clients alter column number set not null, add unique (company_id, number);
create index on clients (company_id, number_value desc nulls last);
alter table clients force row level security;

-- In the order in which the grid shows them.
create index on clients (company_id, name, id);

-- A folder without a number gets the one after the highest. Two at once wait in line, so that neither takes the other's.
create function give_client_number() returns trigger language plpgsql as $$
declare
  next bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('client-number ' || new.company_id, 0));
  if new.number is not null then return new; end if;
  select coalesce(max(number_value), 0) + 1 into next from clients where company_id = new.company_id;
  -- A number too long to be counted may stand in the way.
  while exists (select from clients where company_id = new.company_id and number = next::text) loop next := next + 1; end loop;
  new.number := next::text;
  return new;
end $$;
create trigger client_number before insert or update of number on clients for each row execute function give_client_number();

create table services (
  id                          uuid primary key default uuidv7(),
  company_id                  uuid not null references companies on delete cascade,
  name                        text not null collate "fr-CA-x-icu",
  description                 text,
  color                       text not null default 'red',
  default_annual_augmentation int  not null default 0,         -- hundredths of a percent
  is_default                  boolean not null default false,
  created_at                  timestamptz not null default now(),
  unique (company_id, id)
);
select tenant_table('services');

create table sites (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null references companies on delete cascade,
  client_id    uuid not null,
  name         text not null collate "fr-CA-x-icu",
  type         text not null check (type in ('residential', 'commercial')),
  notes        text,
  civic_number text,
  apartment    text,
  street       text not null,
  zip          text,
  city         text,
  state        text,
  country      text,
  lat          double precision check (lat between -90 and 90),
  lng          double precision check (lng between -180 and 180),
  is_inactive  boolean not null default false,                 -- switched off by hand
  created_at   timestamptz not null default now(),
  check ((lat is null) = (lng is null)),
  unique (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade
);
select tenant_table('sites');
create unique index sites_name_key on sites (company_id, client_id, folded(name));

-- A polygon's box, so that lists need not open the polygon: north, south, east or west.
create function polygon_side(polygon jsonb, side text) returns double precision language sql immutable parallel safe as $$
  select case side when 'north' then max((p->>'lat')::float8) when 'south' then min((p->>'lat')::float8)
                   when 'east'  then max((p->>'lng')::float8) else min((p->>'lng')::float8) end
  from jsonb_array_elements(polygon) p
$$;

create table areas (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  site_id    uuid not null,
  position   int  not null,
  name       text not null collate "fr-CA-x-icu",
  notes      text,
  polygon    jsonb not null,                                   -- [{lat, lng}, …], first not repeated
  is_simple  boolean not null,                                 -- no two sides cross; core/src/geo.ts says so when it is written
  indicators jsonb not null default '[]',
  north      double precision not null generated always as (polygon_side(polygon, 'north')) stored,
  south      double precision not null generated always as (polygon_side(polygon, 'south')) stored,
  east       double precision not null generated always as (polygon_side(polygon, 'east')) stored,
  west       double precision not null generated always as (polygon_side(polygon, 'west')) stored,
  unique (company_id, id),
  foreign key (company_id, site_id) references sites (company_id, id) on delete cascade
);
select tenant_table('areas');
create index on areas (company_id, site_id);

-- A service that an area or a route uses cannot go: its foreign keys refuse.
create table area_services (
  company_id uuid not null references companies on delete cascade,
  area_id    uuid not null,
  service_id uuid not null,
  primary key (company_id, area_id, service_id),
  foreign key (company_id, area_id) references areas (company_id, id) on delete cascade,
  foreign key (company_id, service_id) references services (company_id, id)
);
select tenant_table('area_services');
create index on area_services (company_id, service_id);

create table occupants (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null references companies on delete cascade,
  site_id      uuid not null,
  first_name   text collate "fr-CA-x-icu",
  last_name    text collate "fr-CA-x-icu",
  phone        text not null check (phone ~ '^[0-9]{10}$'),
  alert_method text not null default 'sms' check (alert_method in ('sms', 'call')),
  notes        text,
  created_at   timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, site_id) references sites (company_id, id) on delete cascade
);
select tenant_table('occupants');
create index on occupants (company_id, site_id);
create index on occupants (company_id, phone);

-- Who asked a company not to be told any more: the phone, not the person, whatever folder it appears in later.
create table unsubscribed_phones (
  company_id uuid not null references companies on delete cascade,
  phone      text not null check (phone ~ '^[0-9]{10}$'),
  since      timestamptz not null default now(),
  primary key (company_id, phone)
);
select tenant_table('unsubscribed_phones');

create table routes (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  name        text not null collate "fr-CA-x-icu",
  has_alerts  boolean not null default false,
  site_before int  not null default 1 check (site_before between 0 and 100),
  version     int  not null default 1,                         -- one more at each write: an older one is refused
  created_at  timestamptz not null default now(),
  unique (company_id, id)
);
select tenant_table('routes');

create table route_services (
  company_id uuid not null references companies on delete cascade,
  route_id   uuid not null,
  service_id uuid not null,
  primary key (company_id, route_id, service_id),
  foreign key (company_id, route_id) references routes (company_id, id) on delete cascade,
  foreign key (company_id, service_id) references services (company_id, id)
);
select tenant_table('route_services');
create index on route_services (company_id, service_id);

create table route_sites (
  company_id uuid not null references companies on delete cascade,
  route_id   uuid not null,
  site_id    uuid not null,
  sort_order int  not null,                                    -- from 0; a site that goes leaves a gap, which reading closes
  primary key (company_id, route_id, site_id),
  foreign key (company_id, route_id) references routes (company_id, id) on delete cascade,
  foreign key (company_id, site_id) references sites (company_id, id) on delete cascade
);
select tenant_table('route_sites');
create index on route_sites (company_id, site_id);

-- A polygon as PostgreSQL itself computes with: x is the longitude.
create function as_polygon(points jsonb) returns polygon language sql immutable parallel safe strict as $$
  select ('(' || string_agg('(' || (p->>'lng') || ',' || (p->>'lat') || ')', ',' order by n) || ')')::polygon
  from jsonb_array_elements(points) with ordinality t (p, n)
$$;

-- Sectors and their groupings; the slice of alerts fills them.
create table sector_groups (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  name       text not null collate "fr-CA-x-icu",
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id)
);
select tenant_table('sector_groups');

create table sectors (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  group_id   uuid,
  name       text not null collate "fr-CA-x-icu",
  polygon    jsonb,
  shape      polygon generated always as (as_polygon(polygon)) stored,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, group_id) references sector_groups (company_id, id) on delete set null (group_id)
);
select tenant_table('sectors');
create index on sectors (company_id, group_id);

create table sector_sites (
  company_id uuid not null references companies on delete cascade,
  sector_id  uuid not null,
  site_id    uuid not null,
  primary key (company_id, sector_id, site_id),
  foreign key (company_id, sector_id) references sectors (company_id, id) on delete cascade,
  foreign key (company_id, site_id) references sites (company_id, id) on delete cascade
);
select tenant_table('sector_sites');
create index on sector_sites (company_id, site_id);

-- Which sites are in a sector: those inside its polygon, and those it lists.
create view sector_members with (security_invoker = true) as
  select s.company_id, s.id as sector_id, x.id as site_id, x.client_id
  from sectors s join sites x on x.company_id = s.company_id and box(s.shape) @> point(x.lng, x.lat) and s.shape @> point(x.lng, x.lat)
  union
  select l.company_id, l.sector_id, l.site_id, x.client_id
  from sector_sites l join sites x on x.company_id = l.company_id and x.id = l.site_id;
grant select on sector_members to bordee_app;

-- The sectors and routes that an access may alert, when its company limits them. Owned by accounts; sectors and routes show them from their side.
create table access_sectors (
  company_id uuid not null references companies on delete cascade,
  access_id  uuid not null,
  sector_id  uuid not null,
  primary key (company_id, access_id, sector_id),
  foreign key (company_id, access_id) references accesses (company_id, id) on delete cascade,
  foreign key (company_id, sector_id) references sectors (company_id, id) on delete cascade
);
select tenant_table('access_sectors');
create index on access_sectors (company_id, sector_id);
create index on access_sectors (access_id);
create policy own on access_sectors for select using (access_id in (select id from accesses where account_id = (select app_account())));

create table access_routes (
  company_id uuid not null references companies on delete cascade,
  access_id  uuid not null,
  route_id   uuid not null,
  primary key (company_id, access_id, route_id),
  foreign key (company_id, access_id) references accesses (company_id, id) on delete cascade,
  foreign key (company_id, route_id) references routes (company_id, id) on delete cascade
);
select tenant_table('access_routes');
create index on access_routes (company_id, route_id);
create index on access_routes (access_id);
create policy own on access_routes for select using (access_id in (select id from accesses where account_id = (select app_account())));

-- The one place where the status of a site is decided: switched off by hand, or without a signed contract where the company wants one, is
-- inactive; without a place on the map, not geocoded. (No contract can be signed yet: the slice of contracts looks for one here.)
create view site_states with (security_invoker = true) as
  select s.company_id, s.id as site_id, s.client_id,
         case when s.is_inactive or (c.contract_is_active and c.contract_is_contract_affect_site_status) then 'inactive'
              when s.lat is null then 'not_geocoded'
              else 'active' end as status
  from sites s join companies c on c.id = s.company_id;
grant select on site_states to bordee_app;

-- And the status of a client: that of his sites together.
create function client_status(sites text[]) returns text language sql immutable parallel safe as $$
  select case when coalesce(sites, '{}') = '{}' then 'inactive'
              when 'active' = all (sites) then 'active'
              when 'active' = any (sites) then 'partialy_active'                     -- sic
              when 'not_geocoded' = any (sites) then 'not_geocoded'
              else 'inactive' end
$$;

-- How far an area's box reaches from its site, in metres. Null while the site has no place.
create function area_reach(a areas, lat double precision, lng double precision) returns double precision language sql immutable parallel safe as $$
  -- Less than a tenth of a millimetre is nothing; squared, it would underflow.
  select 111195 * sqrt(greatest(1e-9, a.north - lat, lat - a.south) ^ 2 + (greatest(1e-9, a.east - lng, lng - a.west) * cos(radians(lat))) ^ 2)
$$;
