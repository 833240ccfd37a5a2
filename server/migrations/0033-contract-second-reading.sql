-- What a client signs without saying which version is the one that he himself opened last.
alter table contracts add column opened_by uuid;

-- A key stands for one send: of these contracts, sorted.
alter table contract_sends add column contract_ids uuid[] not null default '{}';

-- Put away while it was a draft: what it says then was never shown to its client.
alter table contracts add column is_unseen boolean not null default false;
alter table contracts        no force row level security; -- the owner of the tables sees every company's, here only
alter table contract_history no force row level security;
update contracts k
set is_unseen = true
where k.status = 'canceled' and 'draft' = (
  select h.status
  from contract_history h
  where h.company_id = k.company_id and h.contract_id = k.id and h.status <> 'canceled'
  order by h.created_at desc, h.id desc
  limit 1);
alter table contracts        force row level security;
alter table contract_history force row level security;
