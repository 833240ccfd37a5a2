-- What a company tells residents on its public page (docs/product/bulletins.md).

-- Every address a company has, or had within the year: of all companies, one has it.
create table bulletin_addresses (
  address    text primary key collate "C" check (address ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(address) between 3 and 40),
  company_id uuid not null references companies on delete cascade,
  until      timestamptz,                                      -- an old one redirects until then
  unique (company_id, address)
);
select tenant_table('bulletin_addresses');

create table bulletin_configs (
  company_id      uuid primary key references companies on delete cascade,
  is_on           boolean not null default false,
  address         text not null collate "C" unique,
  is_automatic    boolean not null default true,
  is_unlisted     boolean not null default false,              -- « noindex »
  color           text not null default 'teal',
  phone           text check (phone ~ '^[0-9]{10}$'),          -- null: none is shown
  links           jsonb not null default '[]',
  sentences       jsonb not null default '{}',                 -- by state; what is missing has the usual sentence
  version         int not null default 1,
  updated_at      timestamptz not null default now(),          -- when it was last switched on
  computed_at     timestamptz,                                 -- the last look at the night,
  look_again_at   timestamptz,                                 -- and when to look again although nothing begins or ends
  foreign key (company_id, address) references bulletin_addresses (company_id, address)
);
select tenant_table('bulletin_configs');
create index on bulletin_configs (company_id) where is_on and is_automatic;

-- The sectors and groupings that the page lists.
create table bulletin_areas (
  company_id  uuid not null references bulletin_configs on delete cascade,
  sector_id   uuid,
  grouping_id uuid,
  check (num_nonnulls(sector_id, grouping_id) = 1),
  unique (company_id, sector_id),
  unique (company_id, grouping_id),
  foreign key (company_id, sector_id) references sectors (company_id, id) on delete cascade,
  foreign key (company_id, grouping_id) references sector_groups (company_id, id) on delete cascade
);
select tenant_table('bulletin_areas');

create table bulletin_posts (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null references companies on delete cascade,
  sector_id    uuid,
  grouping_id  uuid,
  area_name    text collate "fr-CA-x-icu",                     -- null: the whole company; kept when the sector is gone
  state        text not null,
  text         text check (length(text) <= 600),
  is_automatic boolean not null,
  account_id   uuid references accounts on delete set null,
  user_name    text,                                           -- null: automatic
  created_at   timestamptz not null,
  updated_at   timestamptz not null,                           -- an automatic one counts on while its state lasts
  foreign key (company_id, sector_id) references sectors (company_id, id) on delete set null (sector_id),
  foreign key (company_id, grouping_id) references sector_groups (company_id, id) on delete set null (grouping_id)
);
select tenant_table('bulletin_posts');
create index on bulletin_posts (company_id, updated_at desc, id desc);
create index on bulletin_posts (company_id, sector_id);
create index on bulletin_posts (company_id, grouping_id);
create index on bulletin_posts (account_id);
