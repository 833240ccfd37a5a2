-- An access is given to an e-mail, and counts once that very e-mail was proven by the account that holds it (docs/decisions/0009).

-- Every e-mail that an account has proven, so far. Written by a trigger: whoever marks an address as proven cannot forget it.
create table account_proofs (
  account_id uuid not null references accounts on delete cascade,
  email      text not null check (email = lower(email)),
  proven_at  timestamptz not null,
  primary key (account_id, email)
);
grant select, insert, update, delete on account_proofs to bordee_app;

create function record_proof() returns trigger language plpgsql as $$
begin
  insert into account_proofs (account_id, email, proven_at) values (new.id, new.email, new.email_verified_at) on conflict do nothing;
  return null;
end $$;
create trigger proof after insert or update of email_verified_at on accounts
  for each row when (new.email_verified_at is not null) execute function record_proof();

insert into account_proofs (account_id, email, proven_at)
select id, email, email_verified_at from accounts where email_verified_at is not null;

alter table accesses no force row level security;
alter table accesses
  add column given_to     text check (given_to = lower(given_to)),   -- null: nobody gave it; who registers a company has it by himself
  add column with_account boolean not null default false,            -- its giver made the account, and knows the password it was made with
  add column entered_at   timestamptz,                               -- when its holder first stood in the company
  add column first_name   text,                                      -- how the company calls him; null: as he calls himself
  add column last_name    text;
update accesses x
set given_to = a.email,
    with_account = not x.awaits_proof and a.email_verified_at is null,
    entered_at = case when a.email_verified_at is not null then x.created_at end
from accounts a
where a.id = x.account_id and (x.awaits_proof or a.email_verified_at is not null or a.password_by_other or a.password_hash is null);
alter table accesses drop column awaits_proof;
alter table accesses force row level security;
create index on accesses (account_id, given_to);
