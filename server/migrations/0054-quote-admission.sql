-- Platform staff admit a company before residents' requests reach it. Those that received requests before this rule stay admitted.
alter table companies
  add column quote_admission           text not null default 'pending' check (quote_admission in ('pending', 'admitted', 'refused')),
  add column quote_admission_reason    text,                           -- why it was refused
  add column quote_is_sector_unlimited boolean not null default false; -- staff lifted the limits of its sector
update companies set quote_admission = 'admitted' where quote_is_active is not null;
