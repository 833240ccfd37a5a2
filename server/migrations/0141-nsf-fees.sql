-- The fee for a cheque that bounces, where the contract states one.
alter table contract_templates add column nsf_fee int check (nsf_fee > 0); -- cents
alter table contracts add column nsf_fee int check (nsf_fee > 0);          -- cents
