-- What an occupant was told, where `{raison}` was filled; null: the text of the send.
alter table alert_deliveries add column message text;
