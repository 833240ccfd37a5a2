-- Whoever changes phones keeps the old one's codes until the new one has shown its first.
alter table second_factors
  add column next_secret  text,                                -- sealed by the server; the new phone's
  add column next_made_at timestamptz;
