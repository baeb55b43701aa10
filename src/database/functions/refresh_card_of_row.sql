-- Sees whether the card of a row's order is due, and whether its customer complained. Runs after a member says what
-- became of a card or takes that back; after a card is uploaded, because a new card is due although the customer
-- downloaded the one before it (docs/mail.md#customers-without-their-card); after a customer's download is complete, or
-- no longer counts as complete (docs/evidence.md#downloads-and-evidence); and after a mail with the card is written,
-- changes its state, or is removed by the undo of a macro (docs/orders.md#macros). refresh_complaint needs the locks
-- that refresh_card takes.
CREATE OR REPLACE FUNCTION refresh_card_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer := CASE WHEN TG_OP = 'DELETE' THEN OLD.order_id ELSE NEW.order_id END;
BEGIN
  PERFORM refresh_card(changed);
  PERFORM refresh_complaint(changed);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER card_outcomes_card AFTER INSERT OR UPDATE OR DELETE ON card_outcomes FOR EACH ROW
  EXECUTE FUNCTION refresh_card_of_row();

CREATE OR REPLACE TRIGGER documents_card AFTER INSERT ON documents FOR EACH ROW
  EXECUTE FUNCTION refresh_card_of_row();

CREATE OR REPLACE TRIGGER downloads_card AFTER INSERT OR UPDATE OF complete ON downloads FOR EACH ROW
  WHEN (NEW.complete AND NEW.actor = 'customer')
  EXECUTE FUNCTION refresh_card_of_row();

CREATE OR REPLACE TRIGGER downloads_card_taken_back AFTER UPDATE OF complete ON downloads FOR EACH ROW
  WHEN (OLD.complete AND NOT NEW.complete AND NEW.actor = 'customer')
  EXECUTE FUNCTION refresh_card_of_row();

-- the kinds of mail that bring a card (src/shared/mail-kinds.ts)
CREATE OR REPLACE TRIGGER mails_card AFTER INSERT OR UPDATE OF state ON mails FOR EACH ROW
  WHEN (NEW.order_id IS NOT NULL AND NEW.kind IN ('approval', 'resend', 'upload', 'download-link'))
  EXECUTE FUNCTION refresh_card_of_row();

-- `cards_due.mail_id` is no foreign key: that would refuse the removal before this trigger runs, and each removal would
-- read all of `cards_due`
CREATE OR REPLACE TRIGGER mails_card_gone AFTER DELETE ON mails FOR EACH ROW
  WHEN (OLD.order_id IS NOT NULL AND OLD.kind IN ('approval', 'resend', 'upload', 'download-link'))
  EXECUTE FUNCTION refresh_card_of_row();
