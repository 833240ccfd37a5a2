-- The sites that aren't served today, by the company's calendar: their client's service is stopped.
create or replace view stopped_sites_now with (security_invoker = true) as
  select s.company_id, s.id as site_id
  from service_stops p
  join companies c on c.id = p.company_id
  join sites s on s.company_id = p.company_id and s.client_id = p.client_id
  where p.from_day <= (now() at time zone c.time_zone)::date
    and (p.until_day is null or p.until_day > (now() at time zone c.time_zone)::date);
grant select on stopped_sites_now to bordee_app;
