-- The board and its sites have a version, so that tabs in which nothing changed read nothing
-- (docs/decisions/0070-reading-the-board.md). Positions are left out: they come all the time, and a stop that one decides is noted.
select versioned_table('operations', 'operations'),
       versioned_table('operation_routes', 'operations'),
       versioned_table('operation_readings', 'operations'),
       versioned_table('operation_notes', 'operations'),
       versioned_table('operation_sites', 'operations'),
       versioned_table('site_requests', 'operations');
select versioned_table('runs', 'runs'), versioned_table('run_sites', 'runs'), versioned_table('run_operators', 'runs');

-- The trucks that a company calls by number, offered where a unit is typed.
alter table companies add column operation_units jsonb not null default '[]';

-- The former rounds of a route say how fast it goes: read without the rest of the season.
create index on runs (company_id, route_id, started_at) where finished_at is not null;
