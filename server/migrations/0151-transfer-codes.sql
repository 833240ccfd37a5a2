-- « BQ-7F3K »: what a client writes in the message of an Interac transfer, so that the bank's line names them.
create table client_codes (
  company_id uuid not null references companies on delete cascade,
  client_id  uuid not null,
  code       text not null,
  primary key (company_id, client_id),
  unique (company_id, code),
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade
);

-- Without letters and digits that are read as others: I and 1, O and 0, S and 5, B and 8, Z and 2.
create function make_client_code(company uuid, client uuid) returns void language plpgsql as $$
declare
  letters constant text := '34679ACDEFGHJKLMNPQRTUVWXY';
  made text;
begin
  loop
    select 'BQ-' || string_agg(substr(letters, 1 + floor(random() * length(letters))::int, 1), '') into made from generate_series(1, 4);
    insert into client_codes (company_id, client_id, code) values (company, client, made) on conflict (company_id, code) do nothing;
    exit when found;
  end loop;
end $$;

alter table clients no force row level security;
do $$
declare
  c record;
begin
  for c in select company_id, id from clients loop perform make_client_code(c.company_id, c.id); end loop;
end $$;
alter table clients force row level security;
select tenant_table('client_codes');

create function give_client_code() returns trigger language plpgsql as $$
begin
  perform make_client_code(new.company_id, new.id);
  return null;
end $$;
create trigger give_code after insert on clients for each row execute function give_client_code();
