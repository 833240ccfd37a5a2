-- When someone answers at the office, and what a caller pressed on the line (docs/product/voice-line.md).
alter table companies add column alert_office_hours jsonb;                         -- null: at any hour

alter table alert_deliveries add column pressed_keys text check (pressed_keys in ('1', '2', '12', '21'));
