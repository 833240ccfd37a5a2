-- Requests for a price (docs/product/quotes.md). Each company that a request reaches has a copy of its own.

alter table companies
  add column quote_allowed_origins jsonb not null default '[]',
  add column quote_shape polygon generated always as (as_polygon(quote_polygon)) stored;
create index on companies using gist (quote_shape) where quote_is_active and is_active and archived_at is null;

create table quote_requests (
  id                     uuid primary key default uuidv7(),
  company_id             uuid not null references companies on delete cascade,
  submission_id          uuid not null,
  submitted_at           timestamptz not null default now(),
  firstname              text not null,
  lastname               text not null,
  email                  text not null,
  phone                  text not null,
  address                text not null,
  address_parts          jsonb,
  lat                    double precision not null,
  lng                    double precision not null,
  size                   text not null,
  slope                  text not null,
  coating                text not null,
  has_tempo              boolean not null,
  want_alerts            boolean not null,
  additional_information text,
  polygon                jsonb,
  square_feet            int,
  status                 text not null default 'new' check (status in ('new', 'waiting', 'declined', 'accepted')),
  notes                  text,
  client_id              uuid,
  withdrawn_at           timestamptz,
  unique (company_id, id),
  unique (company_id, submission_id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete set null (client_id)
);
select tenant_table('quote_requests');
create index on quote_requests (company_id, submitted_at);
create index on quote_requests (company_id, client_id);

-- What a resident sent, once for all copies: by its code he takes it back. What reached nobody rests here for platform staff.
create table quote_submissions (
  id            uuid primary key,                               -- his browser's
  submitted_at  timestamptz not null default now(),
  content_hash  bytea not null,                                 -- the same id with other contents is another request
  withdraw_hash bytea not null unique,
  withdrawn_at  timestamptz,
  company_ids   uuid[] not null,
  company_names jsonb not null,
  unmatched     jsonb                                           -- the request as it would be answered, without an id
);
alter table quote_submissions enable row level security;
alter table quote_submissions force row level security;
create policy platform on quote_submissions using ((select app_platform())) with check ((select app_platform()));
grant select, insert, update, delete on quote_submissions to bordee_app;
create index on quote_submissions (submitted_at);
