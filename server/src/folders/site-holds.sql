-- What claims protect until they are closed: everything about a site in a winter (docs/product/claims.md). It is read by every
-- slice that removes something.
create or replace view site_holds with (security_invoker = true) as
select c.company_id,
       c.id as claim_id,
       c.site_id,
       c.client_id,
       c.held_from as from_day,
       c.held_to as to_day,
       c.held_from::timestamp at time zone m.time_zone as since,
       (c.held_to + 1)::timestamp at time zone m.time_zone as before
from claims c
join companies m on m.id = c.company_id
where c.held_at is not null;
grant select on site_holds to bordee_app;
