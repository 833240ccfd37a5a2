-- People who call the office (docs/product/callers.md): what was noted of each call, and how a caller is found.

create table phone_calls (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  client_id  uuid,                                             -- null: an unknown caller
  site_id    uuid,
  phone      text check (phone ~ '^[0-9]{10}$'),
  kind       text not null check (kind in ('request', 'complaint', 'damage', 'noted')),
  text       text,
  is_urgent  boolean not null default false,
  request_id uuid,                                             -- what a request became on the board
  at         timestamptz not null,
  account_id uuid references accounts on delete set null,
  user_name  text not null,
  unique (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade,
  foreign key (company_id, site_id) references sites (company_id, id) on delete set null (site_id),
  foreign key (company_id, request_id) references site_requests (company_id, id) on delete set null (request_id)
);
select tenant_table('phone_calls');
create index on phone_calls (company_id, at desc, id desc);
create index on phone_calls (company_id, client_id, at desc);
create index on phone_calls (company_id, site_id);
create index on phone_calls (company_id, request_id);

-- Between two operations a request waits for the next one.
alter table site_requests alter column operation_id drop not null;

-- What the office decided of a site is an entry of the client's timeline.
alter table operation_sites add column id uuid not null default uuidv7();

-- The words of the folders, each with the row that has it, so that a caller is found among twenty thousand clients. Row-level security
-- lets an index find words by comparing them, but not by `like` or full text, which could reveal rows that it hides. A phone is also found
-- without its area code. Written by triggers only, so that nothing refers to what it doesn't have: a foreign key would cost more than the rows.
create table folder_words (
  company_id uuid not null,
  word       text not null collate "C",
  folder     text not null check (folder in ('clients', 'sites', 'occupants')),
  row_id     uuid not null,
  primary key (company_id, word, folder, row_id)
);
select tenant_table('folder_words');

create function words_of_folder(words text, phone text) returns setof text language sql immutable parallel safe rows 10 as $$
  select string_to_table(trim(words), ' ')
  union
  select right(p.digits, n) from (select regexp_replace(phone, '\D', '', 'g')) p (digits), unnest(array[7, 10]) n where p.digits <> ''
$$;

do $each$
declare
  t record;
begin
  for t in select * from (
    values ('clients', 'a.phone', 'r.phone'), ('sites', 'null', 'null'), ('occupants', 'a.phone', 'r.phone')) x (name, phone, former_phone) loop
    execute format($body$
      create function note_words_of_%1$s() returns trigger language plpgsql as $$
      declare
        changed uuid[];
      begin
        if tg_op = 'UPDATE' then
          changed := array(
            select a.id from added a join removed r on r.id = a.id where (a.words, %2$s) is distinct from (r.words, %3$s));
          if changed = '{}' then return null; end if;
        end if;
        if tg_op <> 'INSERT' then
          delete from folder_words w
          using removed r
          cross join words_of_folder(r.words, %3$s) x (word)
          where (changed is null or r.id = any(changed))
            and w.company_id = r.company_id and w.word = x.word and w.folder = tg_table_name and w.row_id = r.id;
        end if;
        if tg_op <> 'DELETE' then
          insert into folder_words (company_id, word, folder, row_id)
          select a.company_id, x.word, tg_table_name, a.id
          from added a
          cross join words_of_folder(a.words, %2$s) x (word)
          where changed is null or a.id = any(changed)
          order by 1, 2;
        end if;
        return null;
      end $$;
      create trigger words_insert after insert on %1$s referencing new table as added
        for each statement execute function note_words_of_%1$s();
      create trigger words_update after update on %1$s referencing old table as removed new table as added
        for each statement execute function note_words_of_%1$s();
      create trigger words_delete after delete on %1$s referencing old table as removed
        for each statement execute function note_words_of_%1$s()$body$, t.name, t.phone, t.former_phone);
  end loop;
end $each$;

-- The folders that exist. The owner of the tables sees every company's, here only.
alter table clients no force row level security;
alter table sites no force row level security;
alter table occupants no force row level security;
alter table folder_words no force row level security;
insert into folder_words (company_id, word, folder, row_id)
select f.company_id, w.word, f.folder, f.id
from (
  select 'clients' as folder, company_id, id, words, phone from clients
  union all
  select 'sites', company_id, id, words, null from sites
  union all
  select 'occupants', company_id, id, words, phone from occupants) f
cross join words_of_folder(f.words, f.phone) w (word);
alter table clients force row level security;
alter table sites force row level security;
alter table occupants force row level security;
alter table folder_words force row level security;
