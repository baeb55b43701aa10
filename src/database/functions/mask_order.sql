-- Erases of an order the passport number but for its end, the birth date and the country of birth, the kind and address
-- of the stay, and the telephone number (docs/people.md#keeping-and-erasing): in the order, in what was submitted, in
-- amendments and in each text about the order; and drafts about it. A country and the kind of the stay are in no
-- pattern: their words in a text may be about anything. What was submitted is kept by the form's names of its controls,
-- so that it is found whatever the screens call it (docs/form.md#the-authoritys-form). Called by erase_by_age and
-- erase_rows_of_person.
CREATE OR REPLACE FUNCTION mask_order(o orders) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- What is masked of an amendment, by wire name. Not the passport number: an amendment has only its end.
  fields CONSTANT text[] :=
    '{dob,place_of_birth,accommodation_type,accommodation_of_Stay,address,address2,state,post_code,city,phone_code,phone_number}';
  controls CONSTANT text[] :=
    '{pob,accommodationAddress1,accommodationAddress2,passNo,dob,region,mobile,accommodationStay,accommodationState,accommodationPostcode,accommodationCity}';
  end_of CONSTANT text := right(o.passport_no, least(4, length(o.passport_no) / 2));
BEGIN
  UPDATE activity SET changes = changes_erased(changes, fields || controls)
  WHERE order_id = o.id AND changes <> changes_erased(changes, fields || controls);
  PERFORM hide_words(o.id, hidden_words(ARRAY[pattern_of(o.passport_no, true), pattern_of(o.mrz, false),
    pattern_of(to_char(o.dob, 'YYYY-MM-DD'), false), pattern_of(to_char(o.dob, 'DD-MM-YYYY'), false),
    pattern_of(to_char(o.dob, 'MM-DD-YYYY'), false), pattern_of(o.phone_number, true), pattern_of(o.address, false),
    pattern_of(o.address2, false), pattern_of(o.accommodation_of_stay, false)]));
  PERFORM remove_copies(o.id);
  UPDATE orders SET passport_no = 'erased ' || id || ' …' || end_of, mrz = NULL, dob = NULL, place_of_birth = NULL,
    accommodation_type = NULL, address2 = NULL, form_choices = '{}', accommodation_of_stay = NULL,
    address = NULL, state = NULL, post_code = NULL, city = NULL, phone_code = '', phone_number = '', erased_at = now(),
    submitted = jsonb_set(submitted, '{fields}', (
      SELECT coalesce(jsonb_agg(CASE WHEN field ->> 'id' = ANY(controls) THEN jsonb_set(field, '{value}', '"erased"')
        ELSE field END ORDER BY place), '[]')
      FROM jsonb_array_elements(submitted -> 'fields') WITH ORDINALITY AS f (field, place)))
  WHERE id = o.id;
END;
$$;
