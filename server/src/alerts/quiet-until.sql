-- When the quiet hours that hold at an instant end, on the company's clock; null if it is not quiet then. They may pass midnight.
create or replace function quiet_until(hours jsonb, at timestamptz, time_zone text)
  returns timestamptz
  language sql
  stable
as $$
  select (n.day + case when n.hour < q.end_at then 0 else 1 end + q.end_at) at time zone time_zone
  from (
    select (at at time zone time_zone)::date as day, (at at time zone time_zone)::time as hour) n
  cross join (
    select (hours ->> 'startAt')::time as start_at, (hours ->> 'endAt')::time as end_at) q
  where case
    when q.start_at < q.end_at then n.hour >= q.start_at and n.hour < q.end_at
    else n.hour >= q.start_at or n.hour < q.end_at
  end
$$;
