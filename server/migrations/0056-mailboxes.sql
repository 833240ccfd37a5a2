-- A company's own e-mail receives its notices once its reader has followed a link. What was there before counts as proven.
alter table companies add column proven_email text; -- proven while it is the company's e-mail
alter table companies no force row level security;  -- the owner of the table sees every company, here only
update companies set proven_email = email;
alter table companies force row level security;
create index on companies (proven_email);
alter table codes
  drop constraint codes_kind_check,
  add constraint codes_kind_check check (kind in ('link', 'reset', 'invite', 'email', 'token', 'step', 'company'));

-- Every letter, so that a mailbox receives only so many a day, and a refusal that comes later finds what the letter was about.
create table mailbox_letters (
  id          uuid primary key,                               -- of its job, and in its Message-ID
  mailbox     bytea not null,                                 -- a hash: nobody needs to read the address here
  about       jsonb,                                          -- the slice that wrote it, and of what
  created_at  timestamptz not null default now(),
  withheld_at timestamptz,                                    -- the mailbox had its share
  refusal     text,                                           -- why it came back later
  refused_at  timestamptz
);
create index on mailbox_letters (mailbox, created_at) where withheld_at is null;
create index on mailbox_letters (created_at);
grant select, insert, update, delete on mailbox_letters to bordee_app;

-- Why the letter about an access did not arrive; null if it did, as far as is known.
alter table accesses add column letter_refusal text;
