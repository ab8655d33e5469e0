-- An operator finds purchases by the words of the buyer's name and by the address, paid or not.
CREATE INDEX CONCURRENTLY sale_by_buyer_words ON sale USING gin (buyer_words(buyer)) WITH (fastupdate = off)
 WHERE buyer ->> 'LAST_NAME' IS NOT NULL;
CREATE INDEX CONCURRENTLY sale_by_address ON sale (lower(buyer ->> 'EMAIL')) WHERE buyer ->> 'EMAIL' IS NOT NULL;
