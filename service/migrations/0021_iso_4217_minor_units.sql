-- Amounts are whole minor units of their currency. Until now the runtime said how many decimals a currency has, and for
-- these it counted fewer than ISO 4217: every amount in them is written in the smaller unit, once.
CREATE TABLE minor_unit_change (currency char(3) PRIMARY KEY, factor bigint NOT NULL);
INSERT INTO minor_unit_change
SELECT currency, 100
  FROM unnest(ARRAY['AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'PKR', 'SLL', 'SOS', 'SYP',
                    'YER']) AS currency
 UNION ALL VALUES ('IQD', 1000);

UPDATE ticket_type SET price_minor = price_minor * factor, fee_minor = fee_minor * factor
  FROM event JOIN minor_unit_change USING (currency) WHERE event.id = ticket_type.event_id;
UPDATE master_ticket SET price_minor = price_minor * factor, fee_minor = fee_minor * factor
  FROM event JOIN minor_unit_change USING (currency) WHERE event.id = master_ticket.event_id;
UPDATE discount
   SET amount_minor = amount_minor * factor, pack_price_minor = pack_price_minor * factor,
       minimum_spend_minor = minimum_spend_minor * factor
  FROM minor_unit_change WHERE minor_unit_change.currency = discount.currency;

-- What a code saves is in the currency of the cart's sales, and in the account's where it has none any more.
UPDATE cart_code SET saving_minor = saving_minor * factor
  FROM cart_price JOIN account ON account.id = cart_price.account_id
  LEFT JOIN LATERAL (SELECT currency FROM sale WHERE sale.cart_key = cart_price.cart_key ORDER BY id LIMIT 1) AS sold ON true
  JOIN minor_unit_change ON minor_unit_change.currency = coalesce(sold.currency, account.currency)
 WHERE cart_price.cart_key = cart_code.cart_key;

UPDATE sale_line SET price_minor = price_minor * factor, fee_minor = fee_minor * factor
  FROM sale JOIN minor_unit_change USING (currency)
 WHERE sale.event_id = sale_line.event_id AND sale.id = sale_line.sale_id;
UPDATE sale_saving SET minor = minor * factor
  FROM sale JOIN minor_unit_change USING (currency)
 WHERE sale.event_id = sale_saving.event_id AND sale.id = sale_saving.sale_id;
UPDATE admission
   SET price_minor = price_minor * factor, fee_minor = fee_minor * factor, paid_minor = paid_minor * factor
  FROM sale JOIN minor_unit_change USING (currency)
 WHERE sale.event_id = admission.event_id AND sale.id = admission.sale_id;
UPDATE sale SET total_minor = total_minor * factor
  FROM minor_unit_change WHERE minor_unit_change.currency = sale.currency;

-- An attempt also keeps the answer that it was given, with the amount and a row for each sale.
UPDATE payment_attempt
   SET amount_minor = amount_minor * factor, card_minor = card_minor * factor,
       answer = jsonb_set(
         jsonb_set(answer, '{amount,minor}', to_jsonb((answer #>> '{amount,minor}')::bigint * factor)),
         '{payments}',
         (SELECT coalesce(jsonb_agg(jsonb_set(payment, '{amount,minor}',
                                              to_jsonb((payment #>> '{amount,minor}')::bigint * factor))
                                    ORDER BY place), '[]')
            FROM jsonb_array_elements(answer -> 'payments') WITH ORDINALITY AS payments (payment, place)))
  FROM minor_unit_change WHERE minor_unit_change.currency = payment_attempt.currency;

DROP TABLE minor_unit_change;
