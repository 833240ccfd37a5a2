-- The embedded map draws the houses of a tile: among a million addresses, those in a box.
create index on addresses using gist (point(lng, lat));
