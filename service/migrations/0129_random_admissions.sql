-- The number of a ticket admits, so no other one may follow from it: 15 random digits. Tickets are never deleted, so none is given
-- twice. Tickets sold before keep their numbers, which are shorter.
CREATE FUNCTION random_admission_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  -- None begins with 3: a number of fifteen digits from 34 or 37 on may be a card's, and would be masked and found as one.
  SELECT 400000000000000 + ('x' || right(random, 12) || left(random, 3))::bit(60)::bigint % 600000000000000
    FROM (SELECT gen_random_uuid()::text AS random) AS drawn
$$;
ALTER TABLE admission ALTER COLUMN id DROP IDENTITY;
ALTER TABLE admission ALTER COLUMN id SET DEFAULT random_admission_id();
