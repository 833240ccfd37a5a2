-- Cards that a company has removed: the provider has forgotten them, and they cannot be saved again under the same name.
create table removed_cards (
  id         text primary key,                                -- the provider's
  removed_at timestamptz not null default now()
);
grant select, insert on removed_cards to bordee_app;
