-- What may end a live stream is announced on the channel of live events, to the room of the account or company: each server
-- then asks again whether those who listen still may. Triggers, so that no statement can forget it.
create function announce_standing() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', coalesce(old.account_id, new.account_id) || '/standing' || E'\n{}');
  return null;
end $$;

create function announce_own_standing() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', new.id || '/standing' || E'\n{}');
  return null;
end $$;

create trigger announce_end after delete on sessions
  for each row when (old.expires_at > now()) execute function announce_standing();
create trigger announce_end after delete on accesses
  for each row execute function announce_standing();
create trigger announce_change after update of role, account_id, given_to on accesses
  for each row execute function announce_standing();
create trigger announce_change after update of current_company_id, platform_role, disabled_at on accounts
  for each row execute function announce_own_standing();
create trigger announce_change after update of is_active, archived_at, geolocation_is_active on companies
  for each row execute function announce_own_standing();
