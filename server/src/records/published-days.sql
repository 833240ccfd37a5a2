-- What anyone may read of a day: of every company, how many entries its record has and what was sealed.
create or replace function published_days(wanted date)
  returns table (company_id uuid, entries_count int, chain text)
  language plpgsql
as $$
declare
  before text := set_platform_scope('on');
begin
  return query
    select t.company_id, cardinality(t.seqs), encode(t.chain, 'hex')
    from record_trees t
    where t.day = wanted;
  perform set_platform_scope(before);
end $$;
