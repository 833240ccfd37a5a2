-- « Où est ma déneigeuse? »: one link per occupant, site and season (docs/product/tracking.md). The token is derived from the
-- server's secret, so only its hash is stored; raising a generation revokes the links made before.
alter table companies add column tracking_generation int not null default 0;
alter table occupants add column tracking_generation int not null default 0;

create table tracking_links (
  token_hash  bytea       not null primary key,
  company_id  uuid        not null references companies on delete cascade,
  occupant_id uuid        not null,
  season      int         not null,                -- the year in which it began
  created_at  timestamptz not null default now(),
  foreign key (company_id, occupant_id) references occupants (company_id, id) on delete cascade
);
create index on tracking_links (company_id, occupant_id);
select tenant_table('tracking_links');

alter table subscription_changes
  drop constraint subscription_changes_how_check,
  add constraint subscription_changes_how_check check (how in ('sms', 'call', 'carrier', 'office', 'link'));
