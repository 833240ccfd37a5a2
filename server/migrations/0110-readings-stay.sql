-- A reading outlives its sector: what was read stays, in the season's total and in the record.
do $$
begin
  execute (
    select format('alter table operation_readings drop constraint %I', conname)
    from pg_constraint
    where conrelid = 'operation_readings'::regclass and confrelid = 'sectors'::regclass);
end $$;
