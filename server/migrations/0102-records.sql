-- The record: what was received and what was computed, line by line, so that nothing changes unnoticed
-- (docs/product/records.md). Each row of a recorded table has a line for what it says now, and one for each time before.
create table record_entries (
  company_id  uuid not null references companies on delete cascade,
  day         date not null,                                   -- by Québec's calendar, when it was received
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

-- Instants are written the same in every session.
create function in_utc(at timestamptz) returns text language sql immutable parallel safe
  as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;

-- `content` is canonical JSON. `app.because` is set where the application removes or changes: a hand in the database has no reason.
create function enter_record(company uuid, entry_kind text, source text, entry_event text, content text)
returns void language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
  entry_salt bytea := uuid_send(gen_random_uuid());
  entry_line text := format(
    '{"at":"%s","because":%s,"by":%s,"event":"%s","id":"%s","kind":"%s","row":%s}', in_utc(moment),
    coalesce(to_json(nullif(current_setting('app.because', true), ''))::text, 'null'), coalesce(to_json(app_account())::text, 'null'),
    entry_event, source, entry_kind, content);
begin
  insert into record_entries (company_id, day, kind, source_id, event, line, salt, hash)
  values (company, (moment at time zone 'America/Toronto')::date, entry_kind, source, entry_event, entry_line, entry_salt,
    sha256('\x00'::bytea || entry_salt || convert_to(entry_line, 'UTF8')));
end $$;

create function enter_removal(company uuid, entry_kind text, source text) returns void language plpgsql as $$
begin
  if not exists (select from companies where id = company) then return; end if; -- it is being deleted, with its record
  perform enter_record(company, entry_kind, source, 'removed', '{}');
  -- Positions that were only put together, or judged again, keep the hashes of their batches.
  if coalesce(current_setting('app.because', true), '') in ('compacted', 'recomputed') then return; end if;
  update record_entries
  set line = null, salt = null
  where company_id = company and source_id = source and kind = entry_kind and event <> 'removed';
end $$;

-- Records a table from here on: `recorded_line(row)` is canonical JSON of its columns as they are now, so a migration that adds a
-- column to a recorded table calls this again. `hashed`: columns that hold files, of which only the SHA-256 is recorded.
-- `outcome`: when a row is recorded, as a condition on `%s`.
create function recorded_table(
  name regclass, kind text, left_out text[] default '{}', hashed text[] default '{}', outcome text default null)
returns void language plpgsql as $$
declare
  columns text;
  conditions text[];
begin
  select string_agg(
    case
      when attname = any(hashed) then format('encode(sha256(t.%1$I), ''hex'') as %1$I', attname)
      when atttypid = 'timestamptz'::regtype then format('in_utc(t.%1$I) as %1$I', attname)
      else format('t.%I', attname)
    end, ', ' order by attname collate "C")
  into columns
  from pg_attribute
  where attrelid = name and attnum > 0 and not attisdropped and attname <> all(left_out || '{company_id}');
  execute format(
    'create or replace function recorded_line(t %s) returns text language sql stable as $f$
       select row_to_json(r)::text from (select %s) r $f$', name, columns);
  execute format(
    'create or replace function record_%1$s() returns trigger language plpgsql as $f$
     begin
       if tg_op = ''INSERT'' then
         perform enter_record(new.company_id, %2$L, new.id::text, ''received'', recorded_line(new));
       elsif tg_op = ''DELETE'' then
         perform enter_removal(old.company_id, %2$L, old.id::text);
       elsif recorded_line(new) <> recorded_line(old) then
         perform enter_record(new.company_id, %2$L, new.id::text, ''changed'', recorded_line(new));
       end if;
       return null;
     end $f$', name, kind);
  conditions := case when outcome is null then array['', '', ''] else array[
    format('when (%s)', format(outcome, 'new')),
    format('when (%s or %s)', format(outcome, 'new'), format(outcome, 'old')),
    format('when (%s)', format(outcome, 'old'))] end;
  execute format(
    'create or replace trigger recorded_insert after insert on %1$s for each row %2$s execute function record_%1$s(%3$L, %4$L)',
    name, conditions[1], kind, format(coalesce(outcome, 'true'), 't'));
  execute format(
    'create or replace trigger recorded_update after update on %1$s for each row %2$s execute function record_%1$s()',
    name, conditions[2]);
  execute format(
    'create or replace trigger recorded_delete after delete on %1$s for each row %2$s execute function record_%1$s()',
    name, conditions[3]);
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
       recorded_table('run_damages', 'damage'),
       -- A photo by its hash, also once its content is gone.
       recorded_table('photos', 'photo', left_out => '{account_id,claim_id,full_id,medium_id,run_id,site_id,small_id}'),
       recorded_table('weather_hours', 'weather', left_out => '{account_id,sector_id}'),
       recorded_table('visit_corrections', 'correction', left_out => '{account_id}'),
       recorded_table('contract_signatures', 'signature', hashed => '{pdf}'),
       -- A delivery from its outcome on, without what it cost and how it was handed over.
       recorded_table('alert_deliveries', 'alert', outcome => '%s.status not in (''queued'', ''sending'')', left_out =>
         '{attempts,client_id,held_until,invoice_id,lot_id,occupant_id,paid_from,price,provider,provider_id,retry_at,sender,sending_at}');
