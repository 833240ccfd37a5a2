-- What a client signs without saying which version is the one that he himself opened last.
alter table contracts add column opened_by uuid;

-- A key stands for one send: of these contracts, sorted.
alter table contract_sends add column contract_ids uuid[] not null default '{}';
