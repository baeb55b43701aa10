-- Forgets how the cards that came by mail compare with their order, so that src/inbound/found-cards.service.ts compares
-- them again. Runs after an order changes in anything that a card is compared with (src/documents/card-match.ts). An order
-- that is masked or erased is not amended: what its cards were found to be stays (docs/people.md#keeping-and-erasing).
CREATE OR REPLACE FUNCTION forget_card_verdicts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inbound_files SET verdict = NULL,
    verdict_note = 'The order was amended since this card came. They are being compared again.'
  WHERE order_id = NEW.id AND kind = 'card';
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_card_verdicts AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.erased_at IS NOT DISTINCT FROM NEW.erased_at AND
    (OLD.passport_no, OLD.full_name, OLD.doa, OLD.dod, OLD.dob, OLD.passport_expiry, OLD.nationality, OLD.sex)
      IS DISTINCT FROM
      (NEW.passport_no, NEW.full_name, NEW.doa, NEW.dod, NEW.dob, NEW.passport_expiry, NEW.nationality, NEW.sex))
  EXECUTE FUNCTION forget_card_verdicts();
