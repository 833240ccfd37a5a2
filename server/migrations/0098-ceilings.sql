-- What a contract's price includes, in centimetres or in passes, and what each one beyond it costs: in writing both, or neither
-- (core/src/operations/ceiling.ts).
alter table contracts
  add column ceiling       numeric(6, 1) check (ceiling > 0),
  add column ceiling_unit  text check (ceiling_unit in ('cm', 'passes')),
  add column ceiling_price int check (ceiling_price > 0)       -- cents, for each centimetre or pass beyond
    constraint ceiling_with_price check (num_nonnulls(ceiling, ceiling_unit, ceiling_price) in (0, 3));
alter table contract_templates
  add column ceiling       numeric(6, 1) check (ceiling > 0),
  add column ceiling_unit  text check (ceiling_unit in ('cm', 'passes')),
  add column ceiling_price int check (ceiling_price > 0)
    constraint ceiling_with_price check (num_nonnulls(ceiling, ceiling_unit, ceiling_price) in (0, 3));
create index on contracts (company_id) where ceiling is not null;

-- Which ceilings the office was told of: once at 80 %, once at 100 %, in each season.
create table ceiling_told (
  company_id  uuid not null references companies on delete cascade,
  contract_id uuid not null,
  season      int not null,                                    -- its first year
  percent     int not null check (percent in (80, 100)),
  at          timestamptz not null,
  primary key (company_id, contract_id, season, percent),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade
);
select tenant_table('ceiling_told');

alter table companies
  add column ceilings_on                    date,              -- the day of the last look at its ceilings
  add column operation_is_season_in_portal  boolean not null default false;
alter table bulletin_configs add column is_season_shown boolean not null default false;
