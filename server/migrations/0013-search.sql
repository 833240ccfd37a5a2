-- What Ctrl+K looks at: the words of a folder, without accents, case or punctuation, each between spaces. Kept, because folding forty thousand names at each
-- letter typed takes half a second. In the plainest collation: they are compared byte by byte.
create function as_words(value text) returns text language sql immutable parallel safe
  as $$ select ' ' || trim(regexp_replace(folded(coalesce(value, '')), '[^a-z0-9]+', ' ', 'g')) || ' ' $$;

alter table clients add column words text collate "C" generated always as (
  as_words(name || ' ' || number || ' ' || coalesce(email, ''))) stored;

alter table sites add column words text collate "C" generated always as (
  as_words(name || ' ' || coalesce(civic_number, '') || ' ' || street || ' ' || coalesce(city, '') || ' ' || coalesce(zip, ''))) stored;

alter table occupants add column words text collate "C" generated always as (
  as_words(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))) stored;
