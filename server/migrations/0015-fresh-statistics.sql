-- A company that fills its folders in a minute must not wait for the statistics of an empty table: PostgreSQL would plan for a handful of rows, and look
-- at each client, site and occupant one inside the other.
do $$
declare
  name text;
begin
  foreach name in array array['clients', 'sites', 'areas', 'occupants', 'sectors', 'sector_sites', 'routes', 'route_sites', 'accesses', 'alert_deliveries'] loop
    execute format('alter table %I set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200)', name);
  end loop;
end $$;
