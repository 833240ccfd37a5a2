-- Cars that residents moved, until a truck has come by: what it did there is newer than what they said. A day later it says nothing more.
create or replace view moved_cars_now with (security_invoker = true) as
  select m.company_id, m.site_id, m.moved_at
  from moved_cars m
  where m.moved_at > now() - interval '1 day'
    and not exists (
      select
      from run_sites s
      where s.company_id = m.company_id and s.site_id = m.site_id and s.decided_at > m.moved_at and s.state <> 'todo');
grant select on moved_cars_now to bordee_app;
