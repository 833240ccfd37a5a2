-- Nothing leaves a company before an owner has proven his e-mail, unless the platform vouches for the company: staff created
-- it, or it was there before this rule.
alter table companies add column is_vouched boolean not null default false;
update companies set is_vouched = true;
