/** Marks the file as the practice authority's: "RSPA". */
export const applicationId = 0x52535041
export const schemaVersion = 1

/** Totals are decimal text: they are shown as JSON numbers, as the authority does, and nothing is computed from them. */
export const schema = `
CREATE TABLE submission (
  uid TEXT PRIMARY KEY,
  tin TEXT NOT NULL,
  client_id TEXT NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;

CREATE TABLE payload (
  tin TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX payload_by_hash ON payload (tin, sha256, received_at);

CREATE TABLE document (
  seq INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  submission_uid TEXT NOT NULL REFERENCES submission (uid),
  long_id TEXT NOT NULL DEFAULT '',
  internal_id TEXT NOT NULL,
  type_code TEXT NOT NULL,
  version TEXT NOT NULL,
  issuer_tin TEXT NOT NULL,
  supplier_tin TEXT NOT NULL,
  supplier_id_type TEXT NOT NULL,
  supplier_id TEXT NOT NULL,
  supplier_name TEXT NOT NULL,
  buyer_tin TEXT NOT NULL,
  buyer_id_type TEXT NOT NULL,
  buyer_id TEXT NOT NULL,
  buyer_name TEXT NOT NULL,
  intermediary_tin TEXT,
  created_by TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  check_at INTEGER NOT NULL,
  validated_at INTEGER,
  status TEXT NOT NULL CHECK (status IN ('Submitted', 'Valid', 'Invalid', 'Cancelled')),
  status_reason TEXT,
  cancelled_at INTEGER,
  reject_requested_at INTEGER,
  total_excluding_tax TEXT NOT NULL,
  total_discount TEXT NOT NULL,
  total_net TEXT NOT NULL,
  total_payable TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  text TEXT NOT NULL,
  steps TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX document_by_submission ON document (submission_uid);
CREATE INDEX document_by_number ON document (issuer_tin, internal_id);
CREATE INDEX document_by_receipt ON document (received_at);
CREATE INDEX document_unchecked ON document (check_at) WHERE status = 'Submitted';

CREATE TABLE reference (
  seq INTEGER NOT NULL REFERENCES document (seq),
  uuid TEXT NOT NULL
) STRICT;
CREATE INDEX reference_by_uuid ON reference (uuid);
`
