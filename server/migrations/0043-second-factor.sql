-- A second step at the door: a code of the holder's phone (RFC 6238), or one of his recovery codes. Like accounts, they belong to no company.

create table second_factors (
  account_id   uuid primary key references accounts on delete cascade,
  secret       text not null,                                  -- sealed by the server
  last_step    bigint not null default 0,                      -- the half-minute of the last code that was taken: none up to it is taken again
  created_at   timestamptz not null default now(),
  confirmed_at timestamptz                                     -- the first code was right; before, it is only being set up
);
grant select, insert, update, delete on second_factors to bordee_app;

create table recovery_codes (
  account_id uuid not null references second_factors on delete cascade,
  hash       text not null,                                    -- keyed by the server's secret: these codes are short
  used_at    timestamptz,
  primary key (account_id, hash)
);
grant select, insert, update, delete on recovery_codes to bordee_app;

-- What a right password is answered with, until the second step is taken.
alter table codes
  drop constraint codes_kind_check,
  add constraint codes_kind_check check (kind in ('link', 'reset', 'invite', 'email', 'token', 'step'));
