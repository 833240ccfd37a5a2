-- Mobile provisioning profiles belong to the platform, not to a company: only its staff see them.
create table policies (
  id         uuid primary key default uuidv7(),
  name       text not null unique collate "fr-CA-x-icu",
  created_at timestamptz not null default now()
);

create table policy_networks (
  id                uuid primary key default uuidv7(),
  policy_id         uuid not null references policies on delete cascade,
  ssid              text not null,
  sealed_passphrase text,                                     -- encrypted; null: an open network
  security          text not null check (security in ('none', 'wpa2')),
  auto_connect      boolean not null default true,
  created_at        timestamptz not null default now(),
  unique (policy_id, ssid)
);

create function platform_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy platform on %s using ((select app_platform())) with check ((select app_platform()))', name);
  execute format('grant select, insert, update, delete on %s to bordee_app', name);
end $$;

select platform_table('policies');
select platform_table('policy_networks');
