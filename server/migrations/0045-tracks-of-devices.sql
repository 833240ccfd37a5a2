-- The latest track of a device shows whether its positions come often enough. Phones have no list of their own.
create index on run_tracks (company_id, source, id) where source <> 'phone';
