-- What a company did about a client's request to be erased, and who says so.
alter table erasure_requests add column outcome text;
alter table erasure_requests add column answered_at timestamptz;
alter table erasure_requests add column answered_by text;
