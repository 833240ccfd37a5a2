-- What a mark says of the work: the surface left behind, the material spread, an inspection; and damage (docs/product/runs.md).
alter table run_area_actions
  add column surface           text check (surface in ('clear', 'packed', 'icy')),
  add column material_kind     text check (material_kind in ('salt', 'sand', 'none')),
  add column material_quantity numeric(8, 1) check (material_quantity > 0),
  add column material_unit     text check (material_unit in ('kg', 'bag')),
  add column inspection        boolean not null default false;                   -- someone came, and there was nothing to do
create index on run_area_actions (company_id, request_id);

alter table run_sites add column includes_ice boolean not null default false;    -- by the contract in force when it was copied

create table run_damages (
  id          uuid primary key,                                                  -- the phone's
  company_id  uuid not null references companies on delete cascade,
  run_id      uuid not null,
  run_site_id uuid not null,
  operator_id uuid,                                                              -- null: the office
  user_name   text not null,
  note        text not null,
  at          timestamptz not null,
  created_at  timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, run_id) references runs (company_id, id) on delete cascade,
  foreign key (company_id, run_site_id) references run_sites (company_id, id) on delete cascade,
  foreign key (company_id, operator_id) references run_operators (company_id, id) on delete cascade
);
select tenant_table('run_damages');
create index on run_damages (company_id, run_id);
create index on run_damages (company_id, run_site_id);
create index on run_damages (company_id, operator_id);
