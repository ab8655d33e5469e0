-- The cart that an offer was reserved in, so that the page of its entry knows when it was paid. Absent for offers used before.
ALTER TABLE waiting_list_offer ADD COLUMN cart_key text;
