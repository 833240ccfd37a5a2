-- The one place that decides a site's status. Inactive: switched off by hand, or without a running signed contract
-- where the company requires one. Not geocoded: without a location. What counts as signed is in
-- core/src/contracts/contract-life.ts.
create or replace view site_states with (security_invoker = true) as
  select s.company_id,
         s.id as site_id,
         s.client_id,
         case
           when s.is_inactive then 'inactive'
           when c.contract_is_active and c.contract_is_contract_affect_site_status and not k.has_contract then 'inactive'
           when s.lat is null then 'not_geocoded'
           else 'active'
         end as status,
         k.has_contract
  from sites s
  join companies c on c.id = s.company_id
  cross join lateral (
    select exists (
      select from contracts k
      where k.company_id = s.company_id and k.site_id = s.id and k.status in ('accepted', 'unpaid', 'paid')
        and k.end_at >= (now() at time zone c.time_zone)::date) as has_contract) k;
grant select on site_states to bordee_app;
