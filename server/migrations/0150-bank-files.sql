-- Bank files (docs/product/bank-files.md). What a line pays are payments that name it: money is counted once.
create table bank_accounts (
  id         uuid not null,                                   -- the browser's
  company_id uuid not null references companies on delete cascade,
  name       text not null,
  digits     text check (digits ~ '^\d{1,4}$'),               -- the last ones
  columns    jsonb not null,                                  -- as its last file was read
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name)
);

create table bank_files (
  id           uuid not null,                                 -- the browser's
  company_id   uuid not null references companies on delete cascade,
  account_id   uuid not null,
  name         text not null,
  hash         text not null,                                 -- of its content
  other_count  int  not null,
  unread_count int  not null,
  sent_by      text not null,
  created_at   timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, hash),
  foreign key (company_id, account_id) references bank_accounts (company_id, id)
);
create index on bank_files (company_id, account_id);

-- Each line of an account once, however many files have it.
create table bank_lines (
  id          uuid not null default uuidv7(),
  company_id  uuid not null references companies on delete cascade,
  account_id  uuid not null,
  day         date not null,
  amount      int  not null check (amount > 0),               -- cents
  description text not null,
  reference   text,
  print       text not null,                                  -- its words
  nth         int  not null,                                  -- among the equal ones of a day
  applied_at  timestamptz,
  applied_by  text,
  deposit_id  uuid,                                           -- that it cleared
  created_at  timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, account_id, day, amount, print, nth),
  check ((applied_at is null) = (applied_by is null)),
  check (deposit_id is null or applied_at is not null),
  foreign key (company_id, account_id) references bank_accounts (company_id, id),
  foreign key (company_id, deposit_id) references cheque_deposits (company_id, id) on delete set null (deposit_id)
);
create unique index on bank_lines (company_id, deposit_id) where deposit_id is not null;

create table bank_file_lines (
  company_id uuid not null references companies on delete cascade,
  file_id    uuid not null,
  line_id    uuid not null,
  position   int  not null,
  is_known   boolean not null,                                -- of a file before
  primary key (company_id, file_id, line_id),
  foreign key (company_id, file_id) references bank_files (company_id, id) on delete cascade,
  foreign key (company_id, line_id) references bank_lines (company_id, id) on delete cascade
);
create index on bank_file_lines (company_id, line_id);

select tenant_table('bank_accounts'), tenant_table('bank_files'), tenant_table('bank_lines'), tenant_table('bank_file_lines');

alter table contract_payments
  add column bank_line_id uuid,
  add foreign key (company_id, bank_line_id) references bank_lines (company_id, id) on delete set null (bank_line_id);
create index on contract_payments (company_id, bank_line_id) where bank_line_id is not null;
alter table client_invoice_payments
  add column bank_line_id uuid,
  add foreign key (company_id, bank_line_id) references bank_lines (company_id, id) on delete set null (bank_line_id);
create index on client_invoice_payments (company_id, bank_line_id) where bank_line_id is not null;
