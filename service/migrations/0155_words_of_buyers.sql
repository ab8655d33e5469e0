-- The words of a name, folded like those of events: no marks, capitals or apostrophes. Bodies of this form keep what they name, also
-- for the tools that restore a dump.
CREATE FUNCTION name_words(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_remove(
  regexp_split_to_array(folded(name), '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u3003]+'), '');

-- Those of a buyer, by which 0156 finds purchases. Neither is STRICT: PostgreSQL would not inline them, and they would take three
-- times as long. A change of one, or of `folded`, needs a new index.
CREATE FUNCTION buyer_words(buyer jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(name_words(coalesce(buyer ->> 'FIRST_NAME', '') || ' ' || coalesce(buyer ->> 'LAST_NAME', '')));
