-- « Rappel de l'équipe »: the operators of an operation's routes are called to work, and answer by text.
alter table accesses add column phone text check (phone ~ '^[0-9]{10}$');

create table crew_calls (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null references companies on delete cascade,
  operation_id uuid not null,
  request_key  text not null,
  leaves_at    text not null,                                                    -- « 03:00 », on the company's clock
  send_id      uuid,
  at           timestamptz not null,
  account_id   uuid references accounts on delete set null,
  user_name    text not null,
  unique (company_id, id),
  unique (company_id, request_key),
  foreign key (company_id, operation_id) references operations (company_id, id) on delete cascade,
  foreign key (company_id, send_id) references alert_sends (company_id, id) on delete set null (send_id)
);
select tenant_table('crew_calls');
create index on crew_calls (company_id, operation_id, at desc);
create index on crew_calls (company_id, send_id);

create table crew_call_people (
  id           uuid primary key default uuidv7(),
  company_id   uuid not null,
  crew_call_id uuid not null,
  route_id     uuid not null,
  access_id    uuid not null,
  name         text not null,
  phone        text not null check (phone ~ '^[0-9]{10}$'),
  unit         text,
  answer       text check (answer in ('confirmed', 'refused')),
  answered_at  timestamptz,
  called_at    timestamptz,                                                      -- by the automatic call
  unique (company_id, id),
  unique (crew_call_id, access_id),
  foreign key (company_id, crew_call_id) references crew_calls (company_id, id) on delete cascade,
  foreign key (company_id, route_id) references routes (company_id, id) on delete cascade,
  foreign key (company_id, access_id) references accesses (company_id, id) on delete cascade
);
select tenant_table('crew_call_people');
create index on crew_call_people (company_id, crew_call_id);
create index on crew_call_people (company_id, route_id);
create index on crew_call_people (company_id, access_id);
create index on crew_call_people (company_id, phone);
