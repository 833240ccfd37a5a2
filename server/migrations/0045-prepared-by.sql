-- A phone is confirmed by the session that was told its secret: another one, stolen perhaps, only guesses.
alter table second_factors
  add column prepared_by uuid;                                 -- a session; null where a server of the release before has begun
