-- Removes what members and the customer have typed about an order and not sent, and the undos of its changes, which keep what was
-- submitted. Called by mask_order and erase_rows_of_person.
CREATE OR REPLACE FUNCTION remove_copies(of_order integer) RETURNS void LANGUAGE sql AS $$
  -- the form of the team is the only one that is not about an order
  DELETE FROM drafts WHERE about = of_order AND form <> 'member';
  DELETE FROM visitor_drafts WHERE order_id = of_order;
  DELETE FROM undos WHERE changes @> jsonb_build_array(jsonb_build_object('id', of_order));
$$;
