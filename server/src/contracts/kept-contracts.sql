-- A company that goes leaves behind what was signed, also if it was canceled since, with its payments and its history: the law wants it kept for seven years
-- (contracts.jobs.ts lets it go then). Everything else of its contracts goes along.
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
