-- An e-mail that an account has proven stays proven by it: whoever marks an address as proven cannot forget to write it down.
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
