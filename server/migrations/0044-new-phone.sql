-- Whoever changes phones keeps the old one's codes until the new one has shown its first. A phone is confirmed by the session that was told its secret:
-- another one, stolen perhaps, only guesses.
alter table second_factors
  add column next_secret  text,                                -- sealed by the server; the new phone's
  add column next_made_at timestamptz,
  add column prepared_by  uuid;                                -- a session; null where a server of the release before has begun
