-- The weather of a company, hour by hour (docs/product/weather.md). Rows are only added: another figure for the same hour is
-- another row, and the latest counts. What people typed counts before any other source.
create table weather_hours (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  is_centre   boolean not null,                                -- of the company; else of a sector far from it
  sector_id   uuid,                                            -- null too once the sector is gone: the point stays
  lat         double precision,
  lng         double precision,
  hour        timestamptz not null check (date_trunc('hour', hour, 'UTC') = hour),
  temperature numeric(4, 1),                                   -- at the hour; null: unknown, which is never 0
  snow        numeric(5, 1) check (snow >= 0),                 -- centimetres in the hour before it
  rain        numeric(5, 1) check (rain >= 0),                 -- millimetres
  wind        numeric(4, 1) check (wind >= 0),                 -- km/h
  source      text not null check (source in ('people', 'open-meteo', 'environment-canada')),
  received_at timestamptz not null,
  account_id  uuid references accounts on delete set null,     -- who typed it
  user_name   text,
  check (not (is_centre and sector_id is not null)),
  check (num_nonnulls(temperature, snow, rain, wind) > 0),
  check ((source = 'people') = (user_name is not null)),
  unique (company_id, id),
  foreign key (company_id, sector_id) references sectors (company_id, id) on delete set null (sector_id)
);
select tenant_table('weather_hours');
revoke update, delete on weather_hours from bordee_app;
create index on weather_hours (company_id, hour);
create index on weather_hours (company_id, sector_id);
create index on weather_hours (account_id);

-- The hour in which each company's weather was last asked for.
alter table companies add column weather_at timestamptz;
