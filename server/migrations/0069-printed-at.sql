-- When the office printed a contract. It may be e-mailed since: both dates show.
alter table contracts add column printed_at timestamptz;

alter table contracts no force row level security;
alter table contract_history no force row level security;
update contracts k
set printed_at = h.printed_at
from (
  select company_id, contract_id, max(created_at) as printed_at
  from contract_history
  where event in ('print', 'setPrinted')
  group by company_id, contract_id) h
where h.company_id = k.company_id and h.contract_id = k.id;
alter table contract_history force row level security;
alter table contracts force row level security;
