/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const archive = `
-- Closed months of each company: which lines of its chain left the tables of what goes on, and between which chains they
-- stand. Together they hold every line of a chain from the first one on. Nothing refers to what they are in.
CREATE TABLE archive (
  chain_id     bigint NOT NULL REFERENCES company (id),
  first_line   bigint NOT NULL,
  last_line    bigint NOT NULL CHECK (last_line >= first_line),
  month        text COLLATE "C" NOT NULL CHECK (month ~ '^[0-9]{4}-[0-9]{2}$'),
  chain_before bytea NOT NULL CHECK (length(chain_before) = 32),
  chain_after  bytea NOT NULL CHECK (length(chain_after) = 32),
  -- The last that lines up to its end tell of.
  last_event   bigint NOT NULL,
  -- Between which records it tells of any; 0 where it tells of none.
  first_record bigint NOT NULL,
  last_record  bigint NOT NULL,
  bytes        bigint NOT NULL,
  made_at      bigint NOT NULL,
  -- Up to which line the rows were taken away that it has; NULL once that is done.
  removed_to   bigint DEFAULT 0,
  -- Only within a transaction that takes rows away: nobody else ever sees it.
  removing     boolean NOT NULL DEFAULT false,
  PRIMARY KEY (chain_id, first_line),
  UNIQUE (chain_id, last_line)
);
CREATE INDEX archive_removing ON archive (chain_id) WHERE removing;

-- The lines, many packed together; a partition for each month, made with its first block.
CREATE TABLE archive_block (
  month        text COLLATE "C" NOT NULL,
  chain_id     bigint NOT NULL,
  first_line   bigint NOT NULL,
  last_line    bigint NOT NULL CHECK (last_line >= first_line),
  chain_before bytea NOT NULL CHECK (length(chain_before) = 32),
  chain_after  bytea NOT NULL CHECK (length(chain_after) = 32),
  -- Of which there are lines in it.
  records      bigint[] NOT NULL,
  bytes        bytea NOT NULL,
  PRIMARY KEY (month, chain_id, first_line)
) PARTITION BY LIST (month);
-- It is packed already.
ALTER TABLE archive_block ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX archive_block_records ON archive_block USING gin (records) WITH (fastupdate = off);

CREATE TRIGGER archive_is_kept_d BEFORE DELETE ON archive FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER archive_is_kept_u BEFORE UPDATE OF chain_id, first_line, last_line, month, chain_before, chain_after,
  last_event, first_record, last_record, bytes, made_at ON archive FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER archive_is_kept BEFORE TRUNCATE ON archive EXECUTE FUNCTION refuse_change();

-- A block that no archive relies on yet may go; every other stays.
CREATE FUNCTION refuse_relied_on() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM archive
      WHERE archive.chain_id = old.chain_id AND old.first_line BETWEEN archive.first_line AND archive.last_line) THEN
    RETURN old;
  END IF;
  RAISE EXCEPTION '% of %: what is kept there only grows', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER archive_block_is_kept BEFORE UPDATE OR DELETE ON archive_block
  FOR EACH ROW EXECUTE FUNCTION refuse_relied_on();

-- What an archive has may be taken away while that is done, and by nobody else.
CREATE FUNCTION refuse_unarchived() RETURNS trigger LANGUAGE plpgsql AS
$$
DECLARE has boolean := false;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF TG_TABLE_NAME = 'event' THEN
      has := EXISTS (SELECT 1 FROM archive WHERE removing AND old.seq <= last_event);
    ELSIF TG_TABLE_NAME = 'journal_line' THEN
      has := EXISTS (SELECT 1 FROM archive WHERE removing AND chain_id = old.chain_id AND old.line <= last_line);
    ELSE
      has := EXISTS (SELECT 1 FROM archive WHERE removing);
    END IF;
  END IF;
  IF has THEN RETURN old; END IF;
  RAISE EXCEPTION '% of %: what is kept there only grows', TG_OP, TG_TABLE_NAME;
END $$;
DO $$
DECLARE kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['event', 'payload', 'attempt', 'attempt_outcome', 'journal_line'] LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', kept || '_only_grows', kept);
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_unarchived()',
      kept || '_only_grows', kept);
  END LOOP;
END $$;

-- A document goes when no attempt refers to it any more; without this the server would look at all of them.
CREATE INDEX attempt_payload ON attempt USING hash (sha256);
`
