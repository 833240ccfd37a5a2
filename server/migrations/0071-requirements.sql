-- What a contract promises for each operation (core/src/operations/requirement.ts).
alter table contracts add column requirement jsonb not null
  default '{"triggerDepth": null, "doneBy": null, "hoursAfter": null, "maxInterval": null, "ice": null}';
alter table contract_templates add column requirement jsonb not null
  default '{"triggerDepth": null, "doneBy": null, "hoursAfter": null, "maxInterval": null, "ice": null}';

-- How a company runs its operations, and what it promises where a contract says nothing.
alter table companies
  add column operation_is_auto_opened     boolean not null default true,
  add column operation_closes_after_hours int default 6 check (operation_closes_after_hours between 2 and 24),  -- null: never
  add column operation_warned_run_kinds   jsonb not null default '["full", "final"]',
  add column operation_trigger_depth      numeric(4, 1) check (operation_trigger_depth between 0 and 100),      -- centimetres
  add column operation_done_by            text default '07:00',
  add column operation_hours_after        int check (operation_hours_after between 0 and 72),
  add column operation_ice                text check (operation_ice in ('included', 'on-call', 'excluded'));
