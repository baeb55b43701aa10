-- What a row of the activity changed, without the words that a pattern of hidden_words finds; null for null. They are
-- taken out of the values alone, so that every field keeps its name. Called by hide_words.
CREATE OR REPLACE FUNCTION changes_without_words(changes jsonb, hidden text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(field, without_words(sides, hidden)) FROM jsonb_each(changes) AS c (field, sides)
$$;
