-- A client's status, derived from those of all their sites.
create or replace function client_status(sites text[])
  returns text
  language sql immutable parallel safe
as $$
  select case
    when coalesce(sites, '{}') = '{}' then 'inactive'
    when 'active' = all (sites) then 'active'
    when 'active' = any (sites) then 'partialy_active' -- sic
    when 'not_geocoded' = any (sites) then 'not_geocoded'
    else 'inactive'
  end
$$;
