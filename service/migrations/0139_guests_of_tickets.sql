-- To whom a ticket was last sent, so that its guest hears when the date moves or is cancelled: the message itself is deleted after a month.
ALTER TABLE admission ADD COLUMN sent_to text, ADD COLUMN sent_language text;
UPDATE admission SET sent_to = sent.recipient, sent_language = sent.language
  FROM (SELECT DISTINCT ON (details ->> 'admission') (details ->> 'admission')::bigint AS id, recipient, language
          FROM message WHERE kind = 'GUEST_TICKET' ORDER BY details ->> 'admission', created_at DESC) AS sent
 WHERE admission.id = sent.id;
