-- A contract's number is the next of its company's year. The counter never goes back: a deleted contract's number
-- isn't reused.
create or replace function give_contract_number()
  returns trigger
  language plpgsql
as $$
declare
  this_year int;
  next int;
begin
  select extract(year from now() at time zone c.time_zone) into this_year
  from companies c
  where c.id = new.company_id;
  insert into contract_numbers (company_id, year, last)
  values (new.company_id, this_year, 1)
  on conflict (company_id, year) do update set last = contract_numbers.last + 1
  returning last into next;
  new.contract_number := this_year || '-' || lpad(next::text, greatest(4, length(next::text)), '0');
  return new;
end $$;
create or replace trigger contract_number
  before insert on contracts
  for each row when (new.contract_number is null) execute function give_contract_number();
