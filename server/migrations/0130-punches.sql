-- Hours: from when to when someone worked (docs/product/punches.md). They are kept as long as their company.
create table punches (
  id           uuid not null default uuidv7(),                 -- the phone's or browser's; of a proposal, that of the operator's first run
  company_id   uuid not null references companies on delete cascade,
  account_id   uuid references accounts on delete set null,    -- whose: the name stays when the account goes
  name         text not null,
  started_at   timestamptz not null,
  ended_at     timestamptz check (ended_at >= started_at),     -- null: still open, or forgotten
  paid_minutes int check (paid_minutes between 0 and 1440),    -- null: nothing was decided, the real minutes are paid
  source       text not null check (source in ('phone', 'office', 'run')),
  made_by_id   uuid references accounts on delete set null,
  made_by      text not null,
  approved_at  timestamptz,                                    -- locked since
  approved_by  text,
  removed_at   timestamptz,
  created_at   timestamptz not null default now(),
  primary key (company_id, id),
  check (num_nonnulls(approved_at, approved_by) in (0, 2)),
  check (approved_at is null or (ended_at is not null and removed_at is null))
);
select tenant_table('punches');
create index on punches (company_id, started_at);
create index on punches (company_id, account_id, started_at);
create index on punches (account_id);
create index on punches (made_by_id);

create table punch_changes (
  id         uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  punch_id   uuid not null,
  kind       text not null check (kind in ('corrected', 'paid', 'approved', 'unapproved', 'removed', 'reported')),
  before     jsonb not null,
  after      jsonb not null,
  reason     text,
  account_id uuid references accounts on delete set null,
  user_name  text not null,
  at         timestamptz not null,
  unique (company_id, id),
  foreign key (company_id, punch_id) references punches (company_id, id) on delete cascade
);
select tenant_table('punch_changes');
create index on punch_changes (company_id, punch_id, at desc);
create index on punch_changes (account_id);
create unique index on punch_changes (company_id, punch_id) where kind = 'reported';
