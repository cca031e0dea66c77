-- Uploaded photos, whose bytes lie where images lie. A row that is not kept was reserved for an upload, or hidden until the
-- bytes are removed: see PhotoRecords in src/store/photo-records.ts.
create table tierpress.photo (
  -- Of the bytes.
  name text primary key,
  id text not null,
  -- Null for a visitor's.
  account_id text,
  digest text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  used_at bigint not null,
  is_kept boolean not null
);
create unique index on tierpress.photo (id) where is_kept;
create index on tierpress.photo (used_at);

-- Counts an upload in the day. Returns 0 and when it was counted, or after how many milliseconds one may be counted.
create function tierpress.count_upload(of_id text, day_quota integer, at bigint)
returns table ("waitMs" bigint, "countedAt" bigint) language plpgsql as $$
declare
  t bigint := tierpress.time_of(at);
  c tierpress.counter;
begin
  perform set_config('synchronous_commit', 'off', true);
  c := tierpress.locked_counter('upload', of_id, t);
  "countedAt" := t;
  if tierpress.is_used_up(c, null, day_quota) then
    "waitMs" := (c.day_number + 1) * 86400000::bigint - t;
  else
    "waitMs" := 0;
    c.day := c.day + 1;
  end if;
  perform tierpress.store_counter(c, t);
  return next;
end $$;

-- Removes what has ended, up to so many rows of each table. Returns whether some are left. Any replica may call it at any
-- time: rows that another holds are left for the next time.
create or replace function tierpress.sweep(counter_ms bigint, visitor_ms bigint, max_rows integer, at bigint) returns boolean
language plpgsql as $$
declare
  t bigint := tierpress.time_of(at);
  removed integer;
  most integer := 0;
begin
  perform set_config('synchronous_commit', 'off', true);
  delete from tierpress.charge where ctid in (
    select ctid from tierpress.charge where expires_at <= t limit max_rows for update skip locked
  );
  get diagnostics removed = row_count;
  most := greatest(most, removed);
  delete from tierpress.render where ctid in (
    select ctid from tierpress.render where expires_at <= t limit max_rows for update skip locked
  );
  get diagnostics removed = row_count;
  most := greatest(most, removed);
  delete from tierpress.login where ctid in (
    select ctid from tierpress.login where expires_at <= t limit max_rows for update skip locked
  );
  get diagnostics removed = row_count;
  most := greatest(most, removed);
  delete from tierpress.counter where ctid in (
    select ctid from tierpress.counter
    where used_at < t - case
      when kind in ('failure', 'photo', 'upload') or id like 'visitor %' then visitor_ms else counter_ms end
    limit max_rows for update skip locked
  );
  get diagnostics removed = row_count;
  most := greatest(most, removed);
  delete from tierpress.known_network where ctid in (
    select ctid from tierpress.known_network
    where used_at < t - 30 * 86400000::bigint limit max_rows for update skip locked
  );
  get diagnostics removed = row_count;
  most := greatest(most, removed);
  delete from tierpress.claim where ctid in (
    select ctid from tierpress.claim where expires_at <= t limit max_rows for update skip locked
  );
  delete from tierpress.past_day where day_number < t / 86400000 - 35;
  return most >= max_rows;
end $$;
