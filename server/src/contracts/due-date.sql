-- The day by which an instalment must be paid: its date as signed, or seven days after the signature if that is later.
-- A client who signs today is not late.
create or replace function due_date(payment_date date, signed_at timestamptz, time_zone text)
  returns date
  language sql
  immutable
as $$
  select greatest(payment_date, (signed_at at time zone time_zone)::date + 7)
$$;
