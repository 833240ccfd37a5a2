-- The gazetteer by street: a million houses stand on some ten thousand streets. What is typed is matched with streets, and the
-- house is then one step in a btree. Public data: no company owns it; only the owner of the tables writes it.

create table streets (
  id       int generated always as identity primary key,
  name     text not null,
  city     text not null,
  state    text not null,
  key      text not null,                                     -- the name's words, folded, abbreviations written out
  city_key text not null,
  houses   int  not null default 0,                           -- as counted after the last load
  line     jsonb,                                             -- [[longitude, latitude], …]: how the embedded map draws it
  extent   box,                                               -- around the line: point(longitude, latitude)
  metres   int,                                               -- the line's length
  unique (state, city_key, key),
  check ((line is null) = (extent is null) and (line is null) = (metres is null))
);
create index on streets (city_key, key);
create index on streets using gist (extent);
grant select on streets to bordee_app;

-- Those that stand written are written out in full: folding is all that their keys need.
insert into streets (name, city, state, key, city_key, houses)
select street, city, state, trim(regexp_replace(folded(street), '[^a-z0-9]+', ' ', 'g')), trim(regexp_replace(folded(city), '[^a-z0-9]+', ' ', 'g')), count(*)
from addresses group by street, city, state
on conflict do nothing;

alter table addresses rename to old_addresses;
create table addresses (
  id           uuid primary key default uuidv7(),
  street_id    int  not null references streets,
  number       int  not null,                                 -- the digits that the civic number begins with
  civic_number text not null,
  zip          text,
  lat          double precision not null check (lat between -90 and 90),
  lng          double precision not null check (lng between -180 and 180),
  unique (street_id, number, civic_number)
);
grant select on addresses to bordee_app;
insert into addresses (id, street_id, number, civic_number, zip, lat, lng)
select o.id, s.id, substring(o.civic_number from '^\d{1,9}')::int, o.civic_number, o.zip, o.lat, o.lng
from old_addresses o join streets s using (city, state)
where s.name = o.street and o.civic_number ~ '^\d';
drop table old_addresses;
create index on addresses (zip);

-- Goes up when streets were added: each server then reads them anew.
create table gazetteer (
  only_row boolean primary key default true check (only_row),
  version  int not null
);
insert into gazetteer (version) values (1);
grant select on gazetteer to bordee_app;

-- How far a file was read, so that an interrupted load goes on where it was.
create table address_loads (
  fingerprint text primary key,                               -- of the file: its size and its beginning
  file        text not null,
  read_bytes  bigint not null,
  read_rows   bigint not null,
  refused     jsonb not null default '{}',                    -- how many rows, by reason
  finished_at timestamptz
);
