-- Claims: someone fell, or something broke, at a site (docs/product/claims.md).
create table claims (
  id             uuid primary key default uuidv7(),            -- the browser's
  company_id     uuid not null references companies on delete cascade,
  state          text not null default 'open' check (state in ('open', 'settled', 'rejected', 'closed')),
  kind           text not null check (kind in ('fall', 'damage')),
  happened_at    timestamptz not null,
  site_id        uuid,
  client_id      uuid,
  site_address   text not null,                                -- as they were: the folder may be deleted once nothing holds it
  customer_name  text not null,
  place          text,
  claimant       text not null,
  contact        text,
  description    text not null,
  insurer        text,
  insurer_number text,
  amount_claimed int check (amount_claimed >= 0),              -- cents
  amount_settled int check (amount_settled >= 0),
  notes          text,
  held_at        timestamptz,                                  -- null: it protects nothing
  held_by        text,
  held_from      date,                                         -- the days it protects, by the company's calendar
  held_to        date,
  account_id     uuid references accounts on delete set null,
  user_name      text not null,
  created_at     timestamptz not null default now(),
  closed_at      timestamptz,
  check ((state = 'closed') = (closed_at is not null)),
  check (num_nonnulls(held_at, held_by, held_from, held_to) in (0, 4)),
  check (held_at is null or state <> 'closed'),
  unique (company_id, id),
  foreign key (company_id, site_id) references sites (company_id, id) on delete set null (site_id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete set null (client_id)
);
select tenant_table('claims');
create index on claims (company_id, happened_at desc);
create index on claims (company_id, site_id);
create index on claims (company_id, client_id);
create index on claims (account_id);
