-- The sales beside whose buyer the link of the order stands: the clean-up removes it by this index, which is then empty.
CREATE INDEX CONCURRENTLY sale_with_order_link ON sale (event_id, id) WHERE buyer ? 'orderLink';
