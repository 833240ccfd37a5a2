-- The prepared round that a run began, until another does: taking back the start prepares it again.
alter table operation_routes
  add column begun_run_id uuid,
  add column begun_round jsonb;
