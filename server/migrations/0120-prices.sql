-- How a service is priced: of the season, as all were; by pass, by outing, by the hour or by material (docs/product/templates.md).
alter table template_services
  add column pricing       text not null default 'season' check (pricing in ('season', 'pass', 'outing', 'hour', 'material')),
  add column bands         jsonb,                              -- [{ upTo: cm or null, price: cents }], of an outing
  add column equipment     text,                               -- what works by the hour
  add column material_kind text check (material_kind in ('salt', 'sand')),
  add column material_unit text check (material_unit in ('kg', 'bag'));
alter table contract_services
  add column pricing       text not null default 'season' check (pricing in ('season', 'pass', 'outing', 'hour', 'material')),
  add column bands         jsonb,
  add column equipment     text,
  add column material_kind text check (material_kind in ('salt', 'sand')),
  add column material_unit text check (material_unit in ('kg', 'bag'));
create index on contract_services (company_id, contract_id) where pricing <> 'season';
