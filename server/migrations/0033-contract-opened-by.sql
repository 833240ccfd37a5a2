-- What a client signs without saying which version is the one that he himself opened last.
alter table contracts add column opened_by uuid;
