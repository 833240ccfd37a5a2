-- The register of cheques (docs/product/cheques.md). What a cheque pays are payments that name it: money is counted once.
create table cheque_deposits (
  id             uuid not null default uuidv7(),               -- the browser's
  company_id     uuid not null references companies on delete cascade,
  number         int  not null check (number > 0),
  deposited_on   date not null,
  bank           text,
  account_digits text check (account_digits ~ '^\d{2,4}$'),    -- the last ones
  made_by        text not null,
  created_at     timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, number)
);
select tenant_table('cheque_deposits');

create table cheques (
  id          uuid not null default uuidv7(),                  -- the browser's; of one typed in its contract, its payment's
  company_id  uuid not null references companies on delete cascade,
  number      text not null,
  bank        text,
  amount      int  not null check (amount > 0),                -- cents
  dated       date not null,
  note        text,
  state       text not null default 'held' check (state in ('held', 'deposited', 'cleared', 'bounced', 'returned')),
  state_at    timestamptz not null,
  reason      text,
  nsf_fee     int  check (nsf_fee > 0),                        -- cents, as its contracts stated it when it bounced
  deposit_id  uuid,
  recorded_by text not null,
  created_at  timestamptz not null default now(),
  primary key (company_id, id),
  check ((deposit_id is not null) = (state in ('deposited', 'cleared', 'bounced'))),
  foreign key (company_id, deposit_id) references cheque_deposits (company_id, id)
);
select tenant_table('cheques');
create index on cheques (company_id, dated);
create index on cheques (company_id, deposit_id);

alter table contract_payments
  add column cheque_id uuid,
  add foreign key (company_id, cheque_id) references cheques (company_id, id);
create index on contract_payments (company_id, cheque_id) where cheque_id is not null;
