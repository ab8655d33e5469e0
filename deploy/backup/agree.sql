-- Returns a line for each sale whose tickets, places and payments do not agree: none in a good database.
SELECT format('sale %s of event %s is %s: %s tickets for %s places, paid for %s times',
              sale.id, sale.event_id, status, coalesce(tickets, 0), coalesce(places, 0), coalesce(payments, 0))
  FROM sale
  LEFT JOIN (SELECT event_id, sale_id, count(*) AS tickets FROM admission GROUP BY 1, 2) AS admitted
         ON (admitted.event_id, admitted.sale_id) = (sale.event_id, sale.id)
  LEFT JOIN (SELECT event_id, sale_id, sum(quantity) AS places FROM sale_line GROUP BY 1, 2) AS lines
         ON (lines.event_id, lines.sale_id) = (sale.event_id, sale.id)
  LEFT JOIN (SELECT event_id, sale_id, count(*) AS payments
               FROM payment_attempt_sale JOIN payment_attempt ON payment_attempt.id = attempt_id AND state = 'PAID' GROUP BY 1, 2) AS paid
         ON (paid.event_id, paid.sale_id) = (sale.event_id, sale.id)
 WHERE coalesce(tickets, 0) <> CASE status WHEN 'CONFIRMED' THEN coalesce(places, 0) ELSE 0 END
    OR coalesce(payments, 0) <> CASE status WHEN 'CONFIRMED' THEN 1 ELSE 0 END
 LIMIT 20;
