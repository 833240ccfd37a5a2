-- What residents write back (docs/product/replies.md), the answers of the office, and the cars they moved.

-- What is sent to one person on purpose, at any hour, is not an alert; « line » is what a caller heard.
alter table alert_sends add column purpose text not null default 'alert' check (purpose in ('alert', 'answer', 'crew', 'line'));

create index on alert_deliveries (company_id, phone, created_at desc);          -- the last thing sent to a phone

create table replies (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null references companies on delete cascade,
  kind         text not null check (kind in ('text', 'moved', 'forgotten', 'windrow', 'ice', 'damage')),
  source       text not null check (source in ('text', 'link', 'voice')),
  phone        text check (phone ~ '^[0-9]{10}$'),                               -- null: by the link of a site
  sender       text,                                                             -- the company's number it was written to
  provider     text,
  provider_id  text,                                                             -- the provider's name for it: one that comes again is the same
  text         text not null,
  more_count   int  not null default 0,                                          -- texts that came too fast to be kept
  client_id    uuid,
  site_id      uuid,
  occupant_id  uuid,
  operation_id uuid,
  request_id   uuid,                                                             -- what a report became on the board
  at           timestamptz not null,
  read_at      timestamptz,
  unique (company_id, id),
  unique (provider, provider_id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade,
  foreign key (company_id, site_id) references sites (company_id, id) on delete cascade,
  foreign key (company_id, occupant_id) references occupants (company_id, id) on delete cascade,
  foreign key (company_id, operation_id) references operations (company_id, id) on delete set null (operation_id),
  foreign key (company_id, request_id) references site_requests (company_id, id) on delete set null (request_id)
);
select tenant_table('replies');
create index on replies (company_id, at desc, id desc);
create index on replies (company_id, phone, at desc);
create index on replies (company_id) where read_at is null;
create index on replies (company_id, site_id, at desc);
create index on replies (company_id, client_id);
create index on replies (company_id, occupant_id);
create index on replies (company_id, operation_id);
create index on replies (company_id, request_id);

-- What the office answered. How the text left is in its delivery, for as long as that is kept.
create table reply_answers (
  id          uuid primary key default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  reply_id    uuid not null,
  request_key text not null,
  text        text not null,
  send_id     uuid,
  at          timestamptz not null,
  account_id  uuid references accounts on delete set null,
  user_name   text not null,
  unique (company_id, id),
  unique (company_id, request_key),
  foreign key (company_id, reply_id) references replies (company_id, id) on delete cascade,
  foreign key (company_id, send_id) references alert_sends (company_id, id) on delete set null (send_id)
);
select tenant_table('reply_answers');
create index on reply_answers (company_id, reply_id);
create index on reply_answers (company_id, send_id);

-- The latest of each site. Until when it holds: server/src/replies/moved-cars.sql.
create table moved_cars (
  company_id  uuid not null references companies on delete cascade,
  site_id     uuid not null,
  occupant_id uuid,
  source      text not null check (source in ('text', 'link')),
  moved_at    timestamptz not null,
  primary key (company_id, site_id),
  foreign key (company_id, site_id) references sites (company_id, id) on delete cascade,
  foreign key (company_id, occupant_id) references occupants (company_id, id) on delete cascade
);
select tenant_table('moved_cars');
create index on moved_cars (company_id, occupant_id);
