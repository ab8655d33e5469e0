-- The rule of a saving as it was when the price was calculated, so that a cart of which a part is given back is priced by the
-- rules that it was reserved or sold with. NULL: a saving of before.
ALTER TABLE sale_saving ADD COLUMN terms jsonb;

-- The tags of a line's ticket type when it was reserved, by which those rules choose their tickets.
ALTER TABLE sale_line ADD COLUMN tags jsonb NOT NULL DEFAULT '[]';
