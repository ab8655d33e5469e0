-- The sale that an offer was reserved in, so that the page of its entry knows whether it was paid. Absent for offers used before.
ALTER TABLE waiting_list_offer ADD COLUMN sale_key text;
