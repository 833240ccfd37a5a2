-- The season check (docs/product/season.md): the lines that a company ignores, and those that its owner was told of. A line is
-- `check:id`; it belongs to nothing, because what it is about may go while the line stays.
create table season_ignored (
  company_id uuid not null references companies on delete cascade,
  line       text not null,
  reason     text not null,
  at         timestamptz not null default now(),
  account_id uuid references accounts on delete set null,
  primary key (company_id, line)
);
select tenant_table('season_ignored');

create table season_told (
  company_id uuid not null references companies on delete cascade,
  line       text not null,
  primary key (company_id, line)
);
select tenant_table('season_told');

alter table companies add column season_told_on date;          -- the Monday of the last letter, or of the last look

-- What became of a phone's last alerts.
create index on alert_deliveries (company_id, phone, created_at) where status in ('failed', 'accepted', 'delivered');
