-- Whether the message with the tickets of a sale was not written, because nothing was paid for the order and its mailbox had the
-- messages of a day already. The order's page says so, and the buyer sends them later.
ALTER TABLE sale ADD COLUMN mail_held boolean NOT NULL DEFAULT false;
