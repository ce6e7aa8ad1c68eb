-- The routes of one answer; `content` as in src/store/quoteContent.ts. Times: `created_ms` is the
-- writer's clock in Unix milliseconds, `skew_ms` how far it is ahead of the database's, and `saved_at`
-- the database's own.
CREATE TABLE quote_sets (
  set_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_ms bigint NOT NULL,
  skew_ms bigint NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  content bytea NOT NULL
);
CREATE INDEX quote_sets_by_time ON quote_sets (saved_at);

CREATE TABLE quote_ids (
  id text PRIMARY KEY,
  set_id bigint NOT NULL
);
CREATE INDEX quote_ids_by_set ON quote_ids (set_id);

-- Routes that were swapped, or whose order is being opened; `body`, `route` and `swap` are JSON,
-- `quote` is JSON with bigints (src/store/bigintJson.ts).
CREATE TABLE quotes (
  id text PRIMARY KEY,
  created_ms bigint NOT NULL,
  skew_ms bigint NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  body text NOT NULL,
  route text NOT NULL,
  quote text,
  swap text,
  src_tx_hash text
);
CREATE INDEX quotes_without_swap ON quotes (saved_at) WHERE swap IS NULL;
CREATE INDEX quotes_by_hash ON quotes (src_tx_hash) WHERE src_tx_hash IS NOT NULL;

-- Numbers and deposit addresses of orders, in lower case.
CREATE TABLE order_names (
  name text PRIMARY KEY,
  id text NOT NULL
);

CREATE TABLE swap_payers (
  payer text NOT NULL,
  id text NOT NULL,
  PRIMARY KEY (payer, id)
);

-- Who may open an order. `token` names one attempt of one process, which renews the row until the
-- order is stored; `refusal` is the JSON of an error.
CREATE TABLE order_claims (
  id text PRIMARY KEY,
  token uuid NOT NULL UNIQUE,
  renewed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  lost boolean NOT NULL DEFAULT false,
  refusal text
);
CREATE INDEX order_claims_by_time ON order_claims (renewed_at);
