-- What comes back from a payment by card, and what the office decides about what was paid in excess (docs/product/payments.md).

alter table contract_payments
  add column movement   text not null default 'payment' check (movement in ('payment', 'refund', 'dispute')),
  add column account_id text,                                 -- where an online payment arrived, the provider's
  add column payment_id text,                                 -- what it is a part of, the provider's: its own, for a payment
  add column kept       int  not null default 0 check (kept >= 0); -- of what was overpaid, cents: the office keeps it

alter table contract_payments  no force row level security;   -- the owner of the tables sees every company's, here only
alter table contract_checkouts no force row level security;
update contract_payments p
set payment_id = p.provider_id,
    account_id = (
      select k.account_id
      from contract_checkouts k
      where k.company_id = p.company_id and k.contract_id = p.contract_id and k.status = 'paid' and k.amount = p.amount
      order by k.created_at desc
      limit 1)
where p.was_online and p.provider_id is not null;
alter table contract_payments  force row level security;
alter table contract_checkouts force row level security;
create index on contract_payments (payment_id) where payment_id is not null;

-- What the office gives back, as it was decided. Of one contract at most one is under way.
create table contract_refunds (
  id          uuid primary key default uuidv7(),              -- the key under which the provider makes it once
  company_id  uuid not null,
  contract_id uuid not null,
  account_id  text not null,                                  -- the provider's, as is the next
  payment_id  text not null,
  amount      int  not null check (amount > 0),               -- cents
  status      text not null default 'open' check (status in ('open', 'done', 'refused')),
  decided_by  text,
  created_at  timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade
);
select tenant_table('contract_refunds');
create unique index on contract_refunds (contract_id) where status = 'open';
create index on contract_refunds (company_id, contract_id);

-- The memory of the embedded provider: what came back from payments.
create table sandbox_movements (
  id         text primary key,
  key        text unique,                                     -- of who asked for it through us
  account_id text not null,
  payment_id text not null,
  kind       text not null check (kind in ('refund', 'dispute')),
  amount     int  not null check (amount <> 0),               -- cents; what was won back is positive
  created_at timestamptz not null default now()
);
create index on sandbox_movements (payment_id);
grant select, insert, update, delete on sandbox_movements to bordee_app;
alter table sandbox_checkouts add column paid_at timestamptz;
update sandbox_checkouts set paid_at = created_at where status = 'paid';
create index on sandbox_checkouts (account_id, paid_at);

-- Said once for a lot, and once each time that the bank has become too small.
alter table alert_lots add column expiry_told_at timestamptz;
alter table companies add column bank_told_on date, add column is_bank_low boolean not null default false;
