-- The rules by which a cart was priced before a part of it was given back: what is left keeps them, however often more is given
-- back, until something is added or its codes change. NULL: nothing was given back since.
ALTER TABLE cart_price ADD COLUMN kept_rules jsonb;
