-- How far an area's bounding box reaches from its site, in metres. Null while the site has no location.
create or replace function area_reach(a areas, lat double precision, lng double precision)
  returns double precision
  language sql immutable parallel safe
as $$
  -- Treat less than a tenth of a millimetre as that much: squared, it would underflow.
  select 111195 * sqrt(
    greatest(1e-9, a.north - lat, lat - a.south) ^ 2
    + (greatest(1e-9, a.east - lng, lng - a.west) * cos(radians(lat))) ^ 2)
$$;
