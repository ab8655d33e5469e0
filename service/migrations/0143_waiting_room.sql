-- Whether the shop lets buyers in by turns before they reserve: on a hot date they draw places, and come in their order.
ALTER TABLE event ADD COLUMN waiting_room boolean NOT NULL DEFAULT false;
