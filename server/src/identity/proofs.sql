-- Records every proven e-mail, as a trigger so that no code that marks one as proven can forget it.
create or replace function record_proof()
  returns trigger
  language plpgsql
as $$
begin
  insert into account_proofs (account_id, email, proven_at)
  values (new.id, new.email, new.email_verified_at)
  on conflict do nothing;
  return null;
end $$;
