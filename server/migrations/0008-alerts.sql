-- Alerts: what is sent, to which parts of the town, what became of each delivery, and what paid for it.

create table messages (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  short      text not null collate "fr-CA-x-icu",              -- for the office
  long       text not null,                                    -- for the occupant: one SMS
  model      uuid,                                             -- of the platform (core/src/messages/message.ts); its texts are copied at each write
  is_active  boolean not null default true,
  created_at timestamptz not null default now(),
  unique (company_id, id)
);
select tenant_table('messages');

-- A route's messages: one cannot go while a route sends it.
alter table routes
  add column message_id         uuid,
  add column initial_message_id uuid,
  add foreign key (company_id, message_id) references messages (company_id, id),
  add foreign key (company_id, initial_message_id) references messages (company_id, id);

-- A sector is told from the others by its name, whatever its accents.
create unique index sectors_name_key on sectors (company_id, folded(name));

-- One press of « Envoyer ». Names and texts are kept as they were: history outlives what it names.
create table alert_sends (
  id           uuid primary key default uuidv7(),              -- `code` on the wire
  company_id   uuid not null references companies on delete cascade,
  target       text not null,                                  -- `sector:<id>`, `group:<id>`, `route:<id>`, `run:<id>`: the delay between two sends counts per target
  target_name  text not null,
  message_id   uuid,
  message      text not null,                                  -- what was said
  sent_by      uuid references accounts on delete set null,
  sent_by_name text not null,
  expected     int  not null,                                  -- occupants targeted
  created_at   timestamptz not null default now(),
  stopped_at   timestamptz,
  worked_at    timestamptz,                                    -- last time that a worker took some of it: a send that nobody works on is taken up again
  unique (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)
);
select tenant_table('alert_sends');
create index on alert_sends (company_id, created_at desc);
create index on alert_sends (company_id, target, created_at desc);

-- What became of each occupant. A row is `sending` before the provider is asked, so that a crash never makes two of it.
create table alert_deliveries (
  id            uuid primary key default uuidv7(),
  company_id    uuid not null references companies on delete cascade,
  send_id       uuid not null,
  occupant_id   uuid,
  site_id       uuid,
  client_id     uuid,
  method        text not null check (method in ('sms', 'call')),
  phone         text not null,
  first_name    text,
  last_name     text,
  site_name     text not null,
  client_name   text not null,
  status        text not null check (status in ('queued', 'sending', 'accepted', 'delivered', 'failed', 'cancelled', 'unknown')),
  reason        text check (reason in ('inactive_site', 'unsubscribed', 'no_common_services', 'no_double', 'stopped', 'other')),
  paid_from     text check (paid_from in ('bank', 'invoice')), -- null: costs nothing, or was given back
  price         int  not null default 0,                       -- cents
  lot_id        uuid,                                          -- of the bank, when it paid
  provider      text,
  sender        text,                                          -- the number that it came from, where the provider needs one
  provider_id   text,                                          -- the provider's name for it
  attempts      int  not null default 0,
  sending_at    timestamptz,
  retry_at      timestamptz,                                    -- not before: the provider asked for patience
  accepted_at   timestamptz,
  created_at    timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, send_id) references alert_sends (company_id, id) on delete cascade
);
select tenant_table('alert_deliveries');
create index on alert_deliveries (company_id, send_id);
create index on alert_deliveries (company_id, created_at) where paid_from = 'invoice'; -- the month's bill
create index on alert_deliveries (send_id, id) where status = 'queued';
create index on alert_deliveries (sending_at) where status = 'sending';
create unique index on alert_deliveries (provider, provider_id) where provider_id is not null;

-- The numbers that a company's alerts come from, taken from the platform's pool and never shared: a carrier blocks per number. One that a
-- company leaves behind keeps its row, because those who blocked it blocked that company.
create table sender_numbers (
  phone      text primary key check (phone ~ '^\+[0-9]{8,15}$'),
  company_id uuid references companies on delete set null,
  created_at timestamptz not null default now()
);
select tenant_table('sender_numbers');
create index on sender_numbers (company_id);

-- Every change of a phone's mind: who, when, how. `unsubscribed_phones` is where it ended.
create table subscription_changes (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null references companies on delete cascade,
  phone        text not null,
  unsubscribed boolean not null,
  how          text not null check (how in ('sms', 'call', 'carrier', 'office')),
  account_id   uuid references accounts on delete set null,
  request      text,                                            -- the recorded request, when the office resubscribes someone
  created_at   timestamptz not null default now()
);
select tenant_table('subscription_changes');
create index on subscription_changes (company_id, phone, created_at);

-- The bank of alerts. Lots are spent soonest-to-expire first; each movement is a line of the ledger, which outlives the company.
create table alert_lots (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  amount     int  not null check (amount <> 0),
  remaining  int  not null check (remaining >= 0),
  expires_on date,
  created_at timestamptz not null default now(),
  unique (company_id, id)
);
select tenant_table('alert_lots');
create index on alert_lots (company_id, expires_on nulls last);

create table alert_ledger (
  id         uuid primary key default uuidv7(),
  company_id uuid not null,                                     -- no reference: the law wants it kept
  lot_id     uuid,
  send_id    uuid,
  amount     int  not null,                                     -- alerts, more or fewer
  reason     text not null check (reason in ('lot', 'adjustment', 'send', 'refund')),
  account_id uuid,
  created_at timestamptz not null default now()
);
select tenant_table('alert_ledger');
create index on alert_ledger (company_id, created_at);

-- What the bank lacks is billed on the next invoice, up to this much a month.
alter table companies add column alert_monthly_cap int not null default 10000 check (alert_monthly_cap >= 0); -- cents
