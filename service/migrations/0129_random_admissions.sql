-- The number of a ticket admits, so no other one may follow from it: 15 random digits. Tickets are never deleted, so none is given
-- twice. Tickets sold before keep their numbers, which are shorter.
CREATE FUNCTION random_admission_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT 100000000000000 + ('x' || right(random, 12) || left(random, 3))::bit(60)::bigint % 900000000000000
    FROM (SELECT gen_random_uuid()::text AS random) AS drawn
$$;
ALTER TABLE admission ALTER COLUMN id DROP IDENTITY;
ALTER TABLE admission ALTER COLUMN id SET DEFAULT random_admission_id();
