-- What changed, by company and slice, so that a list that was read before need not be read again (docs/decisions/0021-lists-in-pieces.md).
-- Rows are only added: nobody waits for anybody. A night job puts those of a slice together. No reference to `companies`: a company that goes
-- takes its folders along, and their triggers write here meanwhile; that job sweeps up after it.
create table slice_changes (
  id         bigint primary key generated always as identity,
  company_id uuid not null,
  slice      text not null
);
select tenant_table('slice_changes');
create index on slice_changes (company_id, slice, id);
-- Whoever may change a folder may say so, whatever its scope; the row itself tells nothing.
create policy written on slice_changes for insert with check (true);
create policy swept on slice_changes for delete using ((select app_platform()));

-- Once per transaction is enough: a client who goes takes his sites along, and each of them its occupants, by statements of their own.
create function note_change(company uuid, slice text) returns void language plpgsql as $$
declare
  noted text := coalesce(current_setting('app.noted', true), '');
  entry text := company || '/' || slice || ' ';
begin
  if position(entry in noted) > 0 then return; end if;
  insert into slice_changes (company_id, slice) values (company, slice);
  perform set_config('app.noted', noted || entry, true);
end $$;

create function note_slice_change() returns trigger language plpgsql as $$
declare
  company uuid;
begin
  for company in select distinct company_id from changed loop perform note_change(company, tg_argv[0]); end loop;
  return null;
end $$;

create function note_company_change() returns trigger language plpgsql as $$
declare
  company uuid;
begin
  for company in select id from changed loop perform note_change(company, tg_argv[0]); end loop;
  return null;
end $$;

-- Every table that a versioned list reads passes through here; a test looks for those that did not.
create function versioned_table(name regclass, slice text, noting regproc default 'note_slice_change') returns void language plpgsql as $$
begin
  execute format('create trigger noted_insert after insert on %s referencing new table as changed for each statement execute function %s(%L)', name, noting, slice);
  execute format('create trigger noted_update after update on %s referencing new table as changed for each statement execute function %s(%L)', name, noting, slice);
  execute format('create trigger noted_delete after delete on %s referencing old table as changed for each statement execute function %s(%L)', name, noting, slice);
end $$;

select versioned_table('companies', 'companies', 'note_company_change');
select versioned_table('accesses', 'accounts'), versioned_table('access_customers', 'accounts');
select versioned_table('clients', 'clients');
select versioned_table('sites', 'sites'), versioned_table('areas', 'sites'), versioned_table('area_services', 'sites');
select versioned_table('occupants', 'occupants'), versioned_table('unsubscribed_phones', 'occupants');
select versioned_table('routes', 'routes'), versioned_table('route_sites', 'routes');
select versioned_table('sectors', 'sectors'), versioned_table('sector_sites', 'sectors');

-- A piece of the sites or occupants begins at its first client, in the order of clients, and goes on from there.
create index on sites (company_id, client_id, created_at, id);
