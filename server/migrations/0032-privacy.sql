-- What a client asks of the companies that serve him (Loi 25), and the alerts that reached his sites, found without reading everyone's.
create table erasure_requests (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  account_id uuid references accounts on delete set null,
  email      text not null,                                     -- whose data: stays when the account goes
  created_at timestamptz not null default now()
);
select tenant_table('erasure_requests');
create index on erasure_requests (company_id, account_id, created_at desc);

create index on alert_deliveries (company_id, client_id, accepted_at desc) where accepted_at is not null;
