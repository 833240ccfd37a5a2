-- Whose a thing was before its site or folder was deleted, or its site became another client's: an erasure still finds it
-- (docs/product/privacy.md).
alter table claims add column former_client_id uuid;
alter table contracts add column former_client_id uuid;
alter table evidence_files add column former_client_id uuid;
alter table photos add column former_client_id uuid;
alter table run_sites add column former_client_id uuid;
alter table erasure_requests add column former_client_ids uuid[] not null default '{}';

create function note_client_of_site() returns trigger language plpgsql as $$
begin
  update run_sites set former_client_id = old.client_id
  where company_id = old.company_id and site_id = old.id and former_client_id is null;
  update photos set former_client_id = old.client_id
  where company_id = old.company_id and site_id = old.id and former_client_id is null;
  update evidence_files set former_client_id = old.client_id
  where company_id = old.company_id and site_id = old.id and former_client_id is null;
  return coalesce(new, old);
end $$;
create trigger note_client before delete on sites for each row execute function note_client_of_site();
create trigger note_former_client before update of client_id on sites
  for each row when (old.client_id is distinct from new.client_id) execute function note_client_of_site();

create function note_deleted_client() returns trigger language plpgsql as $$
begin
  update claims set former_client_id = old.id where company_id = old.company_id and client_id = old.id;
  update contracts set former_client_id = old.id where company_id = old.company_id and client_id = old.id;
  update evidence_files set former_client_id = old.id where company_id = old.company_id and client_id = old.id;
  update erasure_requests set former_client_ids = former_client_ids || old.id where company_id = old.company_id and email = old.email;
  return old;
end $$;
create trigger note_client before delete on clients for each row execute function note_deleted_client();
