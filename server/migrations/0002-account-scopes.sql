-- What an access is limited to, and when it begins to count.

-- Given to an account that existed already and whose e-mail nobody had proven: whoever registered with that address may be someone else.
-- Such an access counts once its holder has shown that he reads the address.
alter table accesses add column awaits_proof boolean not null default false;

-- The folders of a manager or of a client.
create table access_customers (
  company_id uuid not null references companies on delete cascade,
  access_id  uuid not null,
  client_id  uuid not null,
  primary key (company_id, access_id, client_id),
  foreign key (company_id, access_id) references accesses (company_id, id) on delete cascade,
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade
);
select tenant_table('access_customers');
create index on access_customers (access_id);
create index on access_customers (company_id, client_id);
create policy own on access_customers for select using (access_id in (select id from accesses where account_id = (select app_account())));
