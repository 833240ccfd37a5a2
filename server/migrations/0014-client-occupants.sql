-- How many occupants a client may register at one of his sites: each is someone whom the company pays to warn.
alter table companies add column alert_max_client_occupants int not null default 20 check (alert_max_client_occupants between 0 and 1000);
