-- What became of each letter about a contract: it left, or the server of its address refused it for good.
alter table contract_mails
  add column sent_at    timestamptz,
  add column refused_at timestamptz,
  add column refusal    text,                                  -- in that server's words
  add check (sent_at is null or refused_at is null),
  drop constraint contract_mails_kind_check,
  add constraint contract_mails_kind_check check (kind in ('contract', 'signature', 'payment', 'signed'));
create index on contract_mails (company_id, step) where kind = 'contract';
create index on contract_sends (company_id, created_at desc);

-- A picture that a letter shows in its text, by this name.
alter table outbox_attachments add column cid text;
