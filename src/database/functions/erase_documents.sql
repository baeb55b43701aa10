-- Erases the cards of an order, the files that members added, its mails as they came in, and their attachments: the
-- rows and hashes stay, the files are listed to be removed (src/retention/retention.queries.ts). What was erased
-- earlier is left alone. Called by erase_by_age and erase_rows_of_person.
CREATE OR REPLACE FUNCTION erase_documents(of_order integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO files_to_erase (storage_key)
  SELECT storage_key FROM documents WHERE order_id = of_order AND erased_at IS NULL
  UNION SELECT storage_key FROM order_files WHERE order_id = of_order AND erased_at IS NULL
  UNION SELECT storage_key FROM inbound_files WHERE order_id = of_order AND erased_at IS NULL
  UNION SELECT storage_key FROM inbound_mails WHERE order_id = of_order AND erased_at IS NULL
  ON CONFLICT DO NOTHING;
  UPDATE documents SET erased_at = now() WHERE order_id = of_order AND erased_at IS NULL;
  UPDATE order_files SET erased_at = now() WHERE order_id = of_order AND erased_at IS NULL;
  UPDATE inbound_files SET erased_at = now() WHERE order_id = of_order AND erased_at IS NULL;
  UPDATE inbound_mails SET erased_at = now(), has_html = false WHERE order_id = of_order AND erased_at IS NULL;
END;
$$;
