-- The one place where the status of a site is decided: switched off by hand, or without a signed contract where the company wants one, is
-- inactive; without a place on the map, not geocoded. (No contract can be signed yet: the slice of contracts looks for one here.)
create or replace view site_states with (security_invoker = true) as
  select s.company_id,
         s.id as site_id,
         s.client_id,
         case
           when s.is_inactive then 'inactive'
           when c.contract_is_active and c.contract_is_contract_affect_site_status then 'inactive'
           when s.lat is null then 'not_geocoded'
           else 'active'
         end as status
  from sites s
  join companies c on c.id = s.company_id;
grant select on site_states to bordee_app;
