-- Hours in which an occupant hears nothing, and hours in which a company may call (docs/product/alerts.md).
-- Companies that exist keep their own window until they change it; new ones begin with what the CRTC asks of automatic calls.
alter table companies add column alert_call_hours jsonb;
alter table companies alter column alert_call_hours set default
  '{"weekday": {"startAt": "09:00", "endAt": "21:30"}, "weekend": {"startAt": "10:00", "endAt": "18:00"}}';

alter table occupants
  add column quiet_hours   jsonb,         -- {startAt, endAt}, which may pass midnight
  add column calls_anytime jsonb;         -- {at, byName, how}: who asked to be called at any hour, when and how

alter table alert_deliveries add column held_until timestamptz;   -- queued, and kept until its occupant's quiet hours end
alter table alert_deliveries
  drop constraint alert_deliveries_detail_check,
  add constraint alert_deliveries_detail_check
  check (detail in ('hours', 'expired', 'stopped', 'module', 'quiet', 'call-hours'));
create index on alert_deliveries (held_until) where held_until is not null and status = 'queued';
