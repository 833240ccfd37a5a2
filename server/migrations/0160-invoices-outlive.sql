-- Invoices outlive their company, as signed contracts do, and an erasure finds those of a folder that is gone (docs/product/privacy.md).
alter table client_invoices drop constraint client_invoices_company_id_fkey;
alter table client_invoice_credits drop constraint client_invoice_credits_company_id_fkey;
alter table client_invoice_lines drop constraint client_invoice_lines_company_id_fkey;
alter table client_invoice_payments drop constraint client_invoice_payments_company_id_fkey;
alter table client_invoice_history drop constraint client_invoice_history_company_id_fkey;
alter table client_invoice_mails drop constraint client_invoice_mails_company_id_fkey;

alter table client_invoices add column former_client_id uuid;
create or replace function note_deleted_client() returns trigger language plpgsql as $$
begin
  update claims set former_client_id = old.id where company_id = old.company_id and client_id = old.id;
  update client_invoices set former_client_id = old.id where company_id = old.company_id and client_id = old.id;
  update contracts set former_client_id = old.id where company_id = old.company_id and client_id = old.id;
  update evidence_files set former_client_id = old.id where company_id = old.company_id and client_id = old.id;
  update erasure_requests set former_client_ids = former_client_ids || old.id where company_id = old.company_id and email = old.email;
  return old;
end $$;

-- What Ctrl+K looks at.
alter table client_invoices add column words text collate "C" generated always as (
  as_words(coalesce(number, '') || ' ' || client_name || ' ' || coalesce(purchase_order, ''))) stored;
