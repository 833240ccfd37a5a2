-- The board shows who comes to work and whose car was moved: whoever reads it again after an answer must not hear « unchanged ».
select versioned_table('crew_calls', 'operations'),
       versioned_table('crew_call_people', 'operations'),
       versioned_table('moved_cars', 'operations');
