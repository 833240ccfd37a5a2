-- Trackers (docs/product/devices.md). One of the platform's provider belongs to nobody until staff assign it to a company.

create table devices (
  id                   uuid primary key default uuidv7(),
  company_id           uuid references companies on delete cascade,
  account_id           uuid references accounts on delete set null, -- the operator whose run its positions join
  name                 text not null,
  type                 text not null,                          -- 'osmand', or what the provider calls it
  provider             text not null default 'osmand',
  provider_id          text,
  key_hash             bytea unique,                           -- of those that report to us
  active               boolean not null default true,
  battery_pct          real,
  battery_voltage      real,
  current_mode         text,
  bt_mac_address       text,
  imei                 text,
  interval             int,                                    -- seconds between two reports
  movement_sensitivity real,
  current_fw           text,
  config_read_at       timestamptz,                            -- these three, from the provider
  last_connection      timestamptz,
  latest_points        jsonb not null default '[]',            -- newest first, a few
  assigned_at          timestamptz,                            -- what it sent before stays behind
  heard_until          timestamptz,                            -- the provider's positions up to here have been read
  created_at           timestamptz not null default now(),
  unique (company_id, id),
  unique (provider, provider_id)
);
alter table devices enable row level security;
alter table devices force row level security;
create policy tenant on devices using (company_id = any ((select app_companies())::uuid[])) with check (company_id = any ((select app_companies())::uuid[]));
-- Staff's calls, the provider's job and the key that a tracker brings look across companies.
create policy platform on devices using ((select app_platform())) with check ((select app_platform()));
grant select, insert, update, delete on devices to bordee_app;
create index on devices (company_id);
create index on devices (account_id);

-- The platform's token of the tracking provider: one. Sealed, with what it takes to get the next one.
create table tracker_tokens (
  provider     text primary key,
  sealed       text not null,
  refreshed_at timestamptz not null default now(),
  expires_at   timestamptz
);
grant select, insert, update, delete on tracker_tokens to bordee_app;
