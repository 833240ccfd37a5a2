-- A movement is dated when it is written, not when its transaction began: one that waited for another follows it.
alter table alert_ledger alter column created_at set default clock_timestamp();
