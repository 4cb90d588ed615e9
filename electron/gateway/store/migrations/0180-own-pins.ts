/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const ownPins = `
-- Wrong PINs in a row, by door and by who tried there: whoever guesses at a PIN pauses himself, and not its person.
CREATE TABLE pin_try (
  operator_id TEXT NOT NULL REFERENCES operator (id),
  door        TEXT NOT NULL CHECK (door IN ('sign_in', 'session')),
  origin      TEXT NOT NULL,
  in_a_row    INTEGER NOT NULL CHECK (in_a_row > 0),
  PRIMARY KEY (operator_id, door, origin)
) STRICT, WITHOUT ROWID;
INSERT INTO pin_try SELECT id, 'sign_in', 'program', wrong_pins FROM operator WHERE wrong_pins > 0;
INSERT INTO pin_try SELECT id, 'session', 'program', wrong_pins_in_session FROM operator WHERE wrong_pins_in_session > 0;
ALTER TABLE operator DROP COLUMN wrong_pins;
ALTER TABLE operator DROP COLUMN wrong_pins_in_session;
-- Until when what is kept as the PIN is a one-time code, with which the person chooses one; null where it was chosen.
ALTER TABLE operator ADD COLUMN code_until INTEGER;
`
