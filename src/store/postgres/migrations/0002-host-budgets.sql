-- A token bucket for each upstream host, shared by all processes; `granted` is the part that was
-- taken last.
CREATE TABLE host_budgets (
  host text PRIMARY KEY,
  tokens double precision NOT NULL,
  filled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  granted double precision NOT NULL DEFAULT 0,
  paused_until timestamptz NOT NULL DEFAULT '-infinity'
);
