-- An employee who may run the night from the board. Other roles never have the switch.
alter table accesses add column can_dispatch boolean not null default false;

-- Like a role, the switch decides what its holder may listen to.
create trigger announce_dispatching after update of can_dispatch on accesses
  for each row execute function announce_standing();

-- A driver's answer changes which trucks a dispatcher sees: those who follow the company's trucks are asked about again.
create function announce_company_standing() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', new.company_id || '/standing' || E'\n{}');
  return null;
end $$;
create trigger announce_answer after insert on position_consents
  for each row execute function announce_company_standing();
