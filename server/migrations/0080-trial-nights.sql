-- A trial night is a company of its own, a copy of one route that its owner plays with. Nobody else sees it: what looks
-- across companies (platform staff, bills, statistics, nightly jobs) does so by the policies named `platform`, which leave
-- trial companies out from here on.
alter table companies
  add column trial_of      uuid references companies on delete cascade,                     -- null: a real company
  add column trial_ends_at timestamptz check ((trial_of is null) = (trial_ends_at is null)); -- from then on nobody is in it
create index on companies (trial_of) where trial_of is not null;

-- Their ids again, without a wall: the policies below must see what they hide.
create table trial_companies (
  id uuid primary key references companies on delete cascade
);
grant select, insert on trial_companies to bordee_app;
create function note_trial_company() returns trigger language plpgsql as $$
begin
  insert into trial_companies (id) values (new.id);
  return null;
end $$;
create trigger note_trial_company after insert on companies for each row when (new.trial_of is not null) execute function note_trial_company();

-- `is not false`: staff's own devices have no company.
do $$
declare walled record;
begin
  alter policy platform on companies using ((select app_platform()) and trial_of is null);
  for walled in
    select p.tablename as name
    from pg_policies p
    join pg_attribute a on a.attrelid = format('%I.%I', p.schemaname, p.tablename)::regclass and a.attname = 'company_id'
    where p.schemaname = 'public' and p.policyname = 'platform'
  loop
    execute format(
      'alter policy platform on %I using ((select app_platform()) and (company_id <> all (array(select id from trial_companies))) is not false)',
      walled.name);
  end loop;
end $$;

create or replace function tenant_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s using (company_id = any ((select app_companies())::uuid[])) with check (company_id = any ((select app_companies())::uuid[]))', name);
  execute format('create policy platform on %s for select using ((select app_platform()) and (company_id <> all (array(select id from trial_companies))) is not false)', name);
  execute format('grant select, insert, update, delete on %s to bordee_app', name);
end $$;

-- What its trucks will report, computed when it starts: whoever looks makes them drive on.
create table trial_nights (
  company_id uuid primary key references companies on delete cascade,
  tracks     jsonb not null
);
select tenant_table('trial_nights');
