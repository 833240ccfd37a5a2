-- One more at each change of a template's lists: a save of lists read before it is refused.
alter table contract_templates add column version int not null default 1;
