-- What anyone may read of a day, the latest by default: of every company, how many entries its record has and what was sealed.
create or replace function published_days(wanted date)
  returns table (company_id uuid, day date, entries_count int, chain text)
  language plpgsql
as $$
declare
  before text := set_platform_scope('on');
begin
  return query
    select t.company_id, t.day, cardinality(t.seqs), encode(t.chain, 'hex')
    from record_trees t
    where t.day = coalesce(wanted, (select max(l.day) from record_trees l));
  perform set_platform_scope(before);
end $$;
