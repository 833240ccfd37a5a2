-- What anyone who holds a dossier may read: whether it is, byte for byte, as it was produced, by which company and when. One that
-- was changed still says which it was, in a mark that isn't packed.
create or replace function find_evidence_file(digest text, marked uuid)
  returns table (is_same boolean, company_name text, produced_at timestamptz, from_day date, to_day date)
  language plpgsql
as $$
declare
  before text := set_platform_scope('on');
begin
  return query
    select true, m.name, f.created_at, f.from_day, f.to_day
    from evidence_documents d
    join evidence_files f on f.company_id = d.company_id and f.id = d.evidence_file_id
    join companies m on m.id = f.company_id
    where d.sha256 = digest
    limit 1;
  if not found then
    return query
      select false, m.name, f.created_at, f.from_day, f.to_day
      from evidence_files f
      join companies m on m.id = f.company_id
      where f.id = marked and f.sha256 is not null;
  end if;
  perform set_platform_scope(before);
end $$;
