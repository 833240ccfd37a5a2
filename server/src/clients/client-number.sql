-- A client without a number gets the one after the highest. Concurrent inserts wait for each other, so that both get
-- their own.
create or replace function give_client_number()
  returns trigger
  language plpgsql
as $$
declare
  next bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('client-number ' || new.company_id, 0));
  if new.number is not null then return new; end if;
  select coalesce(max(number_value), 0) + 1 into next
  from clients
  where company_id = new.company_id;
  -- A number too long to be stored as a value may already be taken.
  while exists (select from clients where company_id = new.company_id and number = next::text) loop next := next + 1; end loop;
  new.number := next::text;
  return new;
end $$;
