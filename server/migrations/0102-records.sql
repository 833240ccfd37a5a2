-- The record: what was received and what was computed, line by line, so that nothing changes unnoticed
-- (docs/product/records.md). Each row of a recorded table has a line for what it says now, and one for each time before.
create table record_entries (
  company_id  uuid not null references companies on delete cascade,
  day         date not null,                                   -- by the company's calendar, when it was received
  seq         bigint generated always as identity,
  kind        text not null,
  source_id   text not null,
  event       text not null check (event in ('received', 'changed', 'removed', 'older', 'sealed')),
  line        text,                                            -- canonical JSON; null once its content was erased
  salt        bytea,                                           -- random, erased with the line: a phone number can be guessed from a hash
  hash        bytea not null,
  primary key (company_id, day, seq)
);
select tenant_table('record_entries');
create index on record_entries (company_id, source_id);
-- What is recorded stays; only content may be erased.
revoke update, delete on record_entries from bordee_app;
grant update (line, salt) on record_entries to bordee_app;

-- The Merkle tree of a company's day, chained to the day before.
create table record_trees (
  company_id uuid not null references companies on delete cascade,
  day        date not null,
  seqs       bigint[] not null,                                -- its entries, in order
  leaves     bytea not null,                                   -- their hashes
  root       bytea not null,
  chain      bytea not null,                                   -- the published one: of the day, the root and the chain before
  primary key (company_id, day)
);
select tenant_table('record_trees');
revoke update, delete on record_trees from bordee_app;

alter table companies add column recorded_on date;             -- the last day whose tree was made
alter table runs add column sealed_at timestamptz;             -- its visits and stops entered the record: nothing computes them again

-- RFC 8785 for flat rows: keys in order, no spaces.
create function canonical_json(content jsonb) returns text language sql immutable parallel safe as $$
  select '{' || coalesce(string_agg(to_json(key)::text || ':' || value::text, ',' order by key collate "C"), '') || '}'
  from jsonb_each(content)
$$;

-- A row as it is recorded: without what only helps to work with it, and with the hash of a file instead of the file.
create function record_content(content jsonb, left_out text[], hashed text[]) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(key, case
    when key = any(hashed) and jsonb_typeof(value) = 'string'
      then to_jsonb(encode(sha256(decode(substr(value #>> '{}', 3), 'hex')), 'hex'))
    else value end), '{}')
  from jsonb_each(content - left_out)
$$;

-- `app.because` is set where the application removes or changes: a hand in the database has no reason.
create function enter_record(company uuid, entry_kind text, source text, entry_event text, content jsonb)
returns void language plpgsql set timezone to 'UTC' as $$
declare
  zone text;
  moment timestamptz := clock_timestamp();
  entry_salt bytea := uuid_send(gen_random_uuid());
  entry_line text;
begin
  select time_zone into zone from companies where id = company;
  if not found then return; end if; -- the company itself is being deleted
  entry_line := rtrim(canonical_json(jsonb_build_object(
    'at', moment, 'because', nullif(current_setting('app.because', true), ''), 'by', app_account(),
    'event', entry_event, 'id', source, 'kind', entry_kind)), '}') || ',"row":' || canonical_json(content) || '}';
  insert into record_entries (company_id, day, kind, source_id, event, line, salt, hash)
  values (company, (moment at time zone zone)::date, entry_kind, source, entry_event, entry_line, entry_salt,
    sha256('\x00'::bytea || entry_salt || convert_to(entry_line, 'UTF8')));
end $$;

create function record_change() returns trigger language plpgsql set timezone to 'UTC' as $$
declare
  left_out text[] := tg_argv[1]::text[] || '{company_id}';
  hashed text[] := tg_argv[2]::text[];
  before jsonb;
  after jsonb;
begin
  if tg_op <> 'INSERT' then before := record_content(to_jsonb(old), left_out, hashed); end if;
  if tg_op = 'DELETE' then
    perform enter_record(old.company_id, tg_argv[0], before ->> 'id', 'removed', '{}');
    -- Positions that were only put together, or judged again, keep the hashes of their batches.
    if coalesce(current_setting('app.because', true), '') not in ('compacted', 'recomputed') then
      update record_entries
      set line = null, salt = null
      where company_id = old.company_id and source_id = before ->> 'id' and kind = tg_argv[0] and event <> 'removed';
    end if;
    return null;
  end if;
  after := record_content(to_jsonb(new), left_out, hashed);
  if tg_op = 'INSERT' then
    perform enter_record(new.company_id, tg_argv[0], after ->> 'id', 'received', after);
  elsif after <> before then
    perform enter_record(new.company_id, tg_argv[0], after ->> 'id', 'changed', after);
  end if;
  return null;
end $$;

create function recorded_table(name regclass, kind text, left_out text[] default '{}', hashed text[] default '{}')
returns void language plpgsql as $$
begin
  execute format(
    'create trigger recorded after insert or update or delete on %s for each row execute function record_change(%L, %L, %L)',
    name, kind, left_out, hashed);
end $$;

-- What the office says about a visit that was computed wrongly. The visit stays as it is.
create table visit_corrections (
  id          uuid primary key,
  company_id  uuid not null references companies on delete cascade,
  run_id      uuid not null,
  visit_id    uuid not null,
  started_at  timestamptz,                                     -- null, like the end: there was no visit
  finished_at timestamptz,
  reason      text not null,
  account_id  uuid references accounts on delete set null,
  user_name   text not null,
  at          timestamptz not null,
  check ((started_at is null) = (finished_at is null)),
  unique (company_id, id),
  foreign key (company_id, run_id) references runs (company_id, id) on delete cascade
);
select tenant_table('visit_corrections'), versioned_table('visit_corrections', 'runs');
create index on visit_corrections (company_id, visit_id, at);
create index on visit_corrections (company_id, run_id);

select recorded_table('position_chunks', 'positions', hashed => '{positions}'),
       recorded_table('run_area_actions', 'mark'),
       recorded_table('operation_readings', 'reading', left_out => '{operation_id,account_id}'),
       recorded_table('visit_corrections', 'correction', left_out => '{account_id}'),
       recorded_table('contract_signatures', 'signature', hashed => '{pdf}');
-- A delivery is recorded from its outcome on, without what it cost and how it was handed over.
create trigger recorded after insert on alert_deliveries for each row
  when (new.status not in ('queued', 'sending'))
  execute function record_change('alert', '{lot_id,paid_from,price,invoice_id,attempts,sending_at,retry_at,held_until,occupant_id,client_id,provider,provider_id,sender}', '{}');
create trigger recorded_change after update on alert_deliveries for each row
  when (new.status not in ('queued', 'sending') or old.status not in ('queued', 'sending'))
  execute function record_change('alert', '{lot_id,paid_from,price,invoice_id,attempts,sending_at,retry_at,held_until,occupant_id,client_id,provider,provider_id,sender}', '{}');
create trigger recorded_removal after delete on alert_deliveries for each row
  when (old.status not in ('queued', 'sending'))
  execute function record_change('alert', '{lot_id,paid_from,price,invoice_id,attempts,sending_at,retry_at,held_until,occupant_id,client_id,provider,provider_id,sender}', '{}');
