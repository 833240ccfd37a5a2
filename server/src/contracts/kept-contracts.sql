-- A deleted company leaves its signed contracts, even those canceled since, with their payments and history: the law
-- requires seven years (then contracts.jobs.ts deletes them). Its other contracts are deleted with it.
create or replace function leave_signed_contracts()
  returns trigger
  language plpgsql
as $$
begin
  delete from contracts where company_id = old.id and signed_at is null;
  delete from contract_numbers where company_id = old.id;
  delete from contract_logos l
  where l.company_id = old.id
    and not exists (select from contracts k where k.company_id = l.company_id and k.company_logo_id = l.id);
  return old;
end $$;
create or replace trigger signed_contracts
  before delete on companies
  for each row execute function leave_signed_contracts();
