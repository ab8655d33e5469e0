-- NULL: what the operator has set. `reply_to_pending` is used once its mail is confirmed.
ALTER TABLE account ADD COLUMN brand_colour text,
                    ADD COLUMN sender_name text,
                    ADD COLUMN reply_to text,
                    ADD COLUMN reply_to_pending text;
