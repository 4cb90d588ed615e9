/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const duties = `
-- What one process at a time does: work for one company, by its GUID, or what is done once for all of them. Whoever is
-- no longer counted on has none of it.
CREATE TABLE duty (
  name      text COLLATE "C" PRIMARY KEY,
  writer_id uuid NOT NULL REFERENCES writer (id) ON DELETE CASCADE
);
CREATE INDEX duty_writer ON duty (writer_id);

-- Whether its process takes duties: a command line does not.
ALTER TABLE writer ADD COLUMN takes_duties boolean NOT NULL DEFAULT false;
`
