-- Marks the days whose statistics a change of an order changes (docs/orders.md#statistics): what it was counted as, and
-- what it is counted as now. Runs after an update of an order in any column that is counted.
CREATE OR REPLACE FUNCTION mark_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.processed_at, OLD.processed_by, OLD.refund_date) IS DISTINCT FROM
    (NEW.processed_at, NEW.processed_by, NEW.refund_date) THEN
    PERFORM mark_days(kl_day(OLD.processed_at), kl_day(NEW.processed_at), kl_day(OLD.refund_date),
      kl_day(NEW.refund_date));
  END IF;
  -- the statuses that tell whether a card came in time
  IF (OLD.doa, CASE WHEN OLD.process_status IN ('Pending', 'Completed', 'Refunds') THEN OLD.process_status END)
    IS DISTINCT FROM
    (NEW.doa, CASE WHEN NEW.process_status IN ('Pending', 'Completed', 'Refunds') THEN NEW.process_status END) THEN
    PERFORM mark_days(OLD.doa, NEW.doa);
  END IF;
  IF (OLD.nationality, OLD.landing_domain, OLD.gateway_id, OLD.processing_mode, submittable_from(OLD),
      OLD.process_status = 'Deleted') IS DISTINCT FROM
    (NEW.nationality, NEW.landing_domain, NEW.gateway_id, NEW.processing_mode, submittable_from(NEW),
      NEW.process_status = 'Deleted') THEN
    PERFORM mark_order(NEW.id);
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_statistics_change AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.process_status, OLD.doa, OLD.processed_at, OLD.processed_by, OLD.refund_date, OLD.nationality,
      OLD.landing_domain, OLD.gateway_id, OLD.processing_mode, OLD.create_ts, OLD.paid_at, OLD.processing_date)
    IS DISTINCT FROM
    (NEW.process_status, NEW.doa, NEW.processed_at, NEW.processed_by, NEW.refund_date, NEW.nationality,
      NEW.landing_domain, NEW.gateway_id, NEW.processing_mode, NEW.create_ts, NEW.paid_at, NEW.processing_date))
  EXECUTE FUNCTION mark_changed_order();
