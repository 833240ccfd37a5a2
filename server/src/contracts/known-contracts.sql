-- What someone may learn about a contract they may not see. Each function looks past the walls between companies for
-- one statement, and returns nothing but its answer. (`set app.platform = 'on'` on a function would do the same, but
-- only a superuser may set a custom setting that way, and the owner isn't one.)

-- Sets this transaction's platform scope and returns the previous one, to be restored. After an error, PostgreSQL
-- restores it with the rollback.
create or replace function set_platform_scope(wanted text)
  returns text
  language plpgsql
as $$
declare
  before text := coalesce(current_setting('app.platform', true), '');
begin
  perform set_config('app.platform', wanted, true);
  return before;
end $$;

-- Is there such a contract, visible to its client? Someone signed in with another e-mail gets « Accès refusé »
-- instead of « introuvable ».
create or replace function is_someones_contract(wanted uuid)
  returns boolean
  language plpgsql
as $$
declare
  before text := set_platform_scope('on');
  answer boolean := exists (select from contracts where id = wanted and status <> 'draft' and not is_unseen);
begin
  perform set_platform_scope(before);
  return answer;
end $$;

-- Was it sent once, and is it now being edited? For people who follow an old link.
create or replace function is_contract_being_edited(wanted uuid)
  returns boolean
  language plpgsql
as $$
declare
  before text := set_platform_scope('on');
  answer boolean := exists (
    select from contracts k
    where k.id = wanted and k.status = 'draft'
      and exists (select from contract_history h where h.company_id = k.company_id and h.contract_id = k.id and h.status <> 'draft'));
begin
  perform set_platform_scope(before);
  return answer;
end $$;

-- The contract whose signed file has this hash: its number, company and date, nothing about its client.
create or replace function find_signed_file(digest text)
  returns table (contract_number text, company_name text, signed_at timestamptz)
  language plpgsql
as $$
declare
  before text := set_platform_scope('on');
begin
  return query
    select k.contract_number, k.company_name, s.signed_at
    from contract_signatures s
    join contracts k on k.company_id = s.company_id and k.id = s.contract_id
    where s.sha256 = digest;
  perform set_platform_scope(before);
end $$;
