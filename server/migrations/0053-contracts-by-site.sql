-- A renewal looks for a site's other contracts, signed or not.
create index on contracts (company_id, site_id);
