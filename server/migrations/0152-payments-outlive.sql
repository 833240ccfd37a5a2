-- Payments of signed contracts outlive their company; its cheques don't.
create function forget_cheque() returns trigger language plpgsql as $$
begin
  update contract_payments set cheque_id = null where company_id = old.company_id and cheque_id = old.id;
  return old;
end $$;
create trigger forget before delete on cheques for each row execute function forget_cheque();
