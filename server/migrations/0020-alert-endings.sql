-- What keeps a delivery from leaving is told from the rest; a send that waits for its provider says so; a press that is asked again is known again.
alter table alert_deliveries
  add column detail text check (detail in ('hours', 'expired', 'stopped', 'module')); -- why it must not leave any more, once it could have

alter table alert_deliveries no force row level security; -- the owner of the table sees every company's, here only
update alert_deliveries set reason = 'other', detail = 'stopped' where reason = 'stopped';
alter table alert_deliveries force row level security;

alter table alert_deliveries
  drop constraint alert_deliveries_reason_check,
  add check (reason in ('inactive_site', 'unsubscribed', 'no_common_services', 'no_double', 'other'));

alter table alert_sends
  add column request_key text,                                  -- of the press, made by the screen: the same one again is the same send
  add column paused_at   timestamptz,                           -- since when it waits for its provider
  add column pauses      int not null default 0;                -- how many times in a row: each is longer than the one before
create unique index on alert_sends (company_id, sent_by, request_key) where request_key is not null;

-- What nobody could tell is asked about again while its send lives.
create index on alert_deliveries (sending_at) where status = 'unknown';
