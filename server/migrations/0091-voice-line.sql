-- How a call ended that reached nobody, and the line that answers calls (docs/product/voice-line.md).
alter table alert_deliveries add column call_outcome text check (call_outcome in ('voicemail', 'busy', 'no-answer'));

alter table companies add column alert_voice_line boolean not null default false;
