-- Times are milliseconds since 1970 (UTC). Functions take the time as `at`; null is the clock of the database.
-- What must not be lost is written with the synchronous commit of the database; counters and the cache are not, so that a
-- crash of the database may lose their last second.

create table tierpress.service (
  only_row boolean primary key default true check (only_row),
  -- Distinguishes the secret that keys and addresses are hashed with.
  secret_mark text not null
);

create table tierpress.account (
  id text primary key,
  place bigint generated always as identity,
  email text not null unique,
  plan text not null,
  admin boolean not null,
  disabled boolean not null,
  password_hash text,
  link_hash text unique,
  link_expires_at bigint,
  created_at bigint not null
);
create index on tierpress.account (place);

create table tierpress.api_key (
  id text primary key,
  place bigint generated always as identity,
  account_id text not null references tierpress.account,
  name text not null,
  hash text not null unique,
  hint text not null,
  created_at bigint not null
);
create index on tierpress.api_key (account_id, place);

create table tierpress.session (
  hash text primary key,
  place bigint generated always as identity,
  account_id text not null,
  created_at bigint not null,
  used_at bigint not null
);
create index on tierpress.session (account_id, used_at);

create table tierpress.known_network (
  hash text primary key,
  place bigint generated always as identity,
  account_id text not null,
  used_at bigint not null
);
create index on tierpress.known_network (account_id, used_at);

-- Every change of keys, and of what authentication says about their accounts, is announced to the replicas.
create function tierpress.announce_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('tierpress_keys', '');
  return null;
end $$;
create trigger announce after insert or delete on tierpress.api_key
  for each statement execute function tierpress.announce_keys();
create trigger announce after update of plan, disabled on tierpress.account
  for each statement execute function tierpress.announce_keys();

-- Requests in the present minute and day, of kind account, key, failure (failed renders) or photo (in an hour, as minute).
create table tierpress.counter (
  kind text not null,
  id text not null,
  minute_start bigint not null,
  minute integer not null,
  day_number integer not null,
  day integer not null,
  used_at bigint not null,
  primary key (kind, id)
) with (fillfactor = 50);

create table tierpress.past_day (
  account_id text not null,
  day_number integer not null,
  requests integer not null,
  primary key (account_id, day_number)
);

create table tierpress.template_day (
  template_id integer not null,
  day_number integer not null,
  renders bigint not null,
  primary key (template_id, day_number)
);

-- Charges that may be given back. Without an account: given back before it was made, so it must not be made any more.
create table tierpress.charge (
  id text primary key,
  -- The account and its Idempotency-Key.
  idempotency text,
  fingerprint text,
  account_id text,
  key_id text,
  made_at bigint,
  -- Whether a failed render was reserved with it.
  is_reserved boolean,
  expires_at bigint not null
);
-- Few indexes, since each request makes a row here. The oldest, which are swept, come first in the table.
create unique index on tierpress.charge (idempotency) where idempotency is not null;

create table tierpress.render (
  fingerprint text primary key,
  image_id text not null,
  record jsonb not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index on tierpress.render (expires_at);
create index on tierpress.render (image_id);

-- Boards that a replica is drawing. Who makes or releases a claim holds an advisory lock on its fingerprint. Who holds rows
-- of other tables meanwhile only tries that lock, so that nobody waits in a circle.
create table tierpress.claim (
  fingerprint text primary key,
  holder text not null,
  expires_at bigint not null
);

-- Failed logins, and when their counts end.
create table tierpress.login (
  name text primary key,
  failures integer not null,
  expires_at bigint not null
);
create index on tierpress.login (expires_at);

-- Helpers are in PL/pgSQL, which keeps their plans; functions in SQL are planned at each call.
create function tierpress.time_of(at bigint) returns bigint language plpgsql as $$
begin
  return coalesce(at, (extract(epoch from clock_timestamp()) * 1000)::bigint);
end $$;

-- Returns the windows at a time: see windowsAt in src/model/quota.ts.
create function tierpress.windows_at(c tierpress.counter, t bigint) returns tierpress.counter
language plpgsql immutable as $$
declare
  today integer := t / 86400000;
begin
  if c.minute = 0 or t >= c.minute_start + 60000 then
    c.minute_start := t;
    c.minute := 0;
  elsif c.minute_start > t then
    c.minute_start := t;
  end if;
  if c.day_number < today then c.day := 0; end if;
  c.day_number := today;
  return c;
end $$;

-- Returns the counter at a time, locked until the transaction ends. Moves a day that has ended to the past days.
create function tierpress.locked_counter(of_kind text, of_id text, t bigint) returns tierpress.counter
language plpgsql as $$
declare
  c tierpress.counter;
begin
  select * into c from tierpress.counter where kind = of_kind and id = of_id for update;
  if not found then
    insert into tierpress.counter values (of_kind, of_id, t, 0, t / 86400000, 0, t) on conflict do nothing;
    select * into c from tierpress.counter where kind = of_kind and id = of_id for update;
  end if;
  if of_kind = 'account' and c.day > 0 and c.day_number < t / 86400000 and of_id not like 'visitor %' then
    insert into tierpress.past_day as p values (of_id, c.day_number, c.day)
      on conflict (account_id, day_number) do update set requests = p.requests + excluded.requests;
    -- Stored at once, so that the day is moved once, however often the counter is locked.
    update tierpress.counter set day_number = t / 86400000, day = 0 where kind = of_kind and id = of_id;
    c.day_number := t / 86400000;
    c.day := 0;
  end if;
  return tierpress.windows_at(c, t);
end $$;

create function tierpress.store_counter(c tierpress.counter, t bigint) returns void language plpgsql as $$
begin
  update tierpress.counter
    set minute_start = c.minute_start, minute = c.minute, day_number = c.day_number, day = c.day, used_at = t
    where kind = c.kind and id = c.id;
end $$;

-- Takes back what was counted at a time, in those windows of then that are still current.
create function tierpress.uncount(of_kind text, of_id text, counted_at bigint, t bigint) returns void language plpgsql as $$
begin
  update tierpress.counter set
    minute = greatest(0, minute - (minute_start <= counted_at)::integer),
    day = greatest(0, day - (day_number between t / 86400000 and counted_at / 86400000)::integer)
  where kind = of_kind and id = of_id;
end $$;

create function tierpress.is_used_up(c tierpress.counter, minute_quota integer, day_quota integer) returns boolean
language plpgsql immutable as $$
begin
  return coalesce(c.minute >= minute_quota, false) or coalesce(c.day >= day_quota, false);
end $$;

create function tierpress.known_render(fp text, cache_ms bigint, t bigint) returns jsonb language plpgsql as $$
begin
  return (
    select record from tierpress.render
    where fingerprint = fp and created_at <= t and t < created_at + cache_ms and t < expires_at
  );
end $$;

-- Lets one replica draw a board: returns whether it is this one, or the record when it has been drawn meanwhile.
create function tierpress.claim_render(
  fp text, by_holder text, hold_ms bigint, cache_ms bigint, is_own_enough boolean, at bigint
) returns table (claimed boolean, known jsonb) language plpgsql as $$
declare
  t bigint := tierpress.time_of(at);
begin
  perform set_config('synchronous_commit', 'off', true);
  claimed := pg_try_advisory_xact_lock(hashtextextended(fp, 0));
  if claimed then
    insert into tierpress.claim as c values (fp, by_holder, t + hold_ms)
      on conflict (fingerprint) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where c.expires_at <= t or is_own_enough and c.holder = by_holder;
    claimed := found;
    known := tierpress.known_render(fp, cache_ms, t);
    if claimed and known is not null then
      delete from tierpress.claim where fingerprint = fp;
      claimed := false;
    end if;
  end if;
  return next;
end $$;

-- Ends the drawing of a board: remembers the image, unless there is none to be remembered, releases the claim, and gives
-- the failed render back that was reserved at a time, unless that is null.
create function tierpress.end_render(fp text, by_holder text, new_record jsonb, account text, reserved_at bigint, at bigint)
returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended(fp, 0));
  if new_record is not null then
    insert into tierpress.render values (
      fp, new_record ->> 'id', new_record, (new_record ->> 'created')::bigint, (new_record ->> 'expires')::bigint
    ) on conflict (fingerprint) do update set
      image_id = excluded.image_id, record = excluded.record, created_at = excluded.created_at, expires_at = excluded.expires_at;
  end if;
  delete from tierpress.claim where fingerprint = fp and holder = by_holder;
  if reserved_at is not null then
    perform tierpress.uncount('failure', account, reserved_at, tierpress.time_of(at));
  end if;
end $$;

create function tierpress.give_back_failure(account text, reserved_at bigint, at bigint) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform tierpress.uncount('failure', account, reserved_at, tierpress.time_of(at));
end $$;

-- Begins renders, each as if it came alone. Charges the request and looks it up in the cache. If it must be drawn, reserves
-- a failed render and claims the board. The outcome is charged, repeated (an Idempotency-Key that was charged before), free
-- (cached, where that is free), refused (the quota), failed (too many failed renders, whose windows are then returned),
-- conflict (an Idempotency-Key of another request) or withdrawn (given back before it arrived).
--
-- Accounts are locked in one order, and keys after all of them, so that calls never wait for each other in a circle.
create function tierpress.begin_renders(
  requests jsonb, charge_cached boolean, cache_ms bigint, by_holder text, hold_ms bigint, at bigint
) returns table (
  id text, outcome text, known jsonb, claimed boolean,
  "time" bigint, "minuteStart" bigint, "minute" integer, "dayNumber" integer, "day" integer
) language plpgsql as $$
#variable_conflict use_column
declare
  t bigint := tierpress.time_of($6);
  r record;
  c tierpress.counter;
  f tierpress.counter;
  earlier tierpress.charge;
  is_drawn boolean;
  keys text[] := '{}';
begin
  perform set_config('synchronous_commit', 'off', true);
  "time" := t;
  for r in
    select * from jsonb_to_recordset(requests) as request (
      id text, account text, key text, minute integer, day integer, failed_minute integer, failed_day integer,
      fingerprint text, idempotency text
    ) order by account
  loop
    if c.id is distinct from r.account then
      if c.id is not null then perform tierpress.store_counter(c, t); end if;
      c := tierpress.locked_counter('account', r.account, t);
    end if;
    id := r.id;
    outcome := 'charged';
    claimed := false;
    known := tierpress.known_render(r.fingerprint, cache_ms, t);
    if r.idempotency is not null then
      select * into earlier from tierpress.charge where idempotency = r.account || ' ' || r.idempotency;
      if found and earlier.expires_at <= t then
        delete from tierpress.charge where id = earlier.id;
      elsif found then
        outcome := case when earlier.fingerprint = r.fingerprint then 'repeated' else 'conflict' end;
      end if;
    end if;
    if outcome = 'charged' and known is not null and not charge_cached then outcome := 'free'; end if;
    if outcome = 'charged' and tierpress.is_used_up(c, r.minute, r.day) then outcome := 'refused'; end if;
    is_drawn := known is null and outcome in ('charged', 'repeated');
    if is_drawn then
      f := tierpress.locked_counter('failure', r.account, t);
      if tierpress.is_used_up(f, r.failed_minute, r.failed_day) then outcome := 'failed'; end if;
    end if;
    if outcome = 'charged' then
      insert into tierpress.charge values (
        r.id, r.account || ' ' || r.idempotency, r.fingerprint, r.account, r.key, t, is_drawn,
        t + case when r.idempotency is null then 600000 else 86400000 end
      ) on conflict (id) do nothing;
      if found then
        c.minute := c.minute + 1;
        c.day := c.day + 1;
        if r.key is not null then keys := keys || r.key; end if;
      else
        outcome := 'withdrawn';
      end if;
    end if;
    if is_drawn and outcome in ('charged', 'repeated') then
      f.minute := f.minute + 1;
      f.day := f.day + 1;
      perform tierpress.store_counter(f, t);
      select q.claimed into claimed
        from tierpress.claim_render(r.fingerprint, by_holder, hold_ms, cache_ms, false, t) as q;
    end if;
    "minuteStart" := c.minute_start;
    minute := c.minute;
    "dayNumber" := c.day_number;
    day := c.day;
    if outcome = 'failed' then
      "minuteStart" := f.minute_start;
      minute := f.minute;
      "dayNumber" := f.day_number;
      day := f.day;
    end if;
    return next;
  end loop;
  -- A window that is put back with the clock is stored, too: otherwise each look at it would start it again.
  perform tierpress.store_counter(c, t);
  insert into tierpress.counter as k
    select 'key', key, t, count(*), t / 86400000, count(*), t from unnest(keys) as key group by key order by key
    on conflict (kind, id) do update set (minute_start, minute, day_number, day, used_at) = (
      select w.minute_start, w.minute + excluded.minute, w.day_number, w.day + excluded.day, t
      from tierpress.windows_at(k, t) as w
    );
end $$;

-- Gives a charge back, once. `doubted_by` names the replica that has got no answer for it: then it is not known whether it
-- was made, and it must not be made later; the reserved failed render and the claim end with it.
create function tierpress.give_back(charge_id text, doubted_by text, at bigint) returns void language plpgsql as $$
declare
  t bigint := tierpress.time_of(at);
  c tierpress.charge;
begin
  perform set_config('synchronous_commit', 'off', true);
  if doubted_by is not null then
    -- Waits for a charge that is being made at this moment.
    insert into tierpress.charge (id, expires_at) values (charge_id, t + 600000) on conflict do nothing;
  end if;
  select * into c from tierpress.charge where id = charge_id;
  if not found or c.account_id is null then return; end if;
  if doubted_by is not null and c.is_reserved then
    perform tierpress.end_render(c.fingerprint, doubted_by, null, null, null, t);
  end if;
  -- The order of begin_renders: first the account, then the charge, then the key.
  perform from tierpress.counter where kind = 'account' and id = c.account_id for update;
  delete from tierpress.charge where id = charge_id;
  if not found then return; end if;
  perform tierpress.uncount('account', c.account_id, c.made_at, t);
  if doubted_by is not null and c.is_reserved then
    perform tierpress.uncount('failure', c.account_id, c.made_at, t);
  end if;
  if c.key_id is not null then perform tierpress.uncount('key', c.key_id, c.made_at, t); end if;
end $$;

-- Records when keys were last used: an object of times by key.
create function tierpress.use_keys(uses jsonb) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into tierpress.counter as c
    select 'key', key, value::bigint, 0, value::bigint / 86400000, 0, value::bigint
    from jsonb_each_text(uses) order by key
    on conflict (kind, id) do update set used_at = greatest(c.used_at, excluded.used_at);
end $$;

create function tierpress.counters(of_kind text, of_id text, at bigint) returns table (
  "time" bigint, "minuteStart" bigint, "minute" integer, "dayNumber" integer, "day" integer, "usedAt" bigint
) language plpgsql stable as $$
#variable_conflict use_column
declare
  t bigint := tierpress.time_of($3);
  c tierpress.counter;
begin
  select * into c from tierpress.counter where kind = of_kind and id = of_id;
  if not found then c := row(of_kind, of_id, t, 0, t / 86400000, 0, null)::tierpress.counter; end if;
  return query select t, w.minute_start, w.minute, w.day_number, w.day, c.used_at from tierpress.windows_at(c, t) as w;
end $$;

create function tierpress.count_template(of_template integer, at bigint) returns void language plpgsql as $$
declare
  t bigint := tierpress.time_of(at);
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into tierpress.template_day as d values (of_template, t / 86400000, 1)
    on conflict (template_id, day_number) do update set renders = d.renders + 1;
end $$;

-- Counts photos in the hour. Returns 0, or after how many milliseconds so many may be counted.
create function tierpress.count_photos(of_id text, photos integer, hour_quota integer, at bigint) returns bigint
language plpgsql as $$
declare
  t bigint := tierpress.time_of(at);
  hour_start bigint := t - t % 3600000;
  c tierpress.counter;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into tierpress.counter values ('photo', of_id, hour_start, 0, 0, 0, t) on conflict do nothing;
  select * into c from tierpress.counter where kind = 'photo' and id = of_id for update;
  if c.minute_start <> hour_start then
    c.minute_start := hour_start;
    c.minute := 0;
  end if;
  if c.minute + photos > hour_quota then return hour_start + 3600000 - t; end if;
  c.minute := c.minute + photos;
  perform tierpress.store_counter(c, t);
  return 0;
end $$;

-- Takes one of `points` in a window of `window_ms`. Returns 0, or after how many milliseconds there is one again.
create function tierpress.take_login(of_name text, points integer, window_ms bigint, t bigint) returns bigint
language plpgsql as $$
declare
  l tierpress.login;
begin
  insert into tierpress.login values (of_name, 0, t + window_ms) on conflict do nothing;
  select * into l from tierpress.login where name = of_name for update;
  if l.expires_at <= t then l := row(of_name, 0, t + window_ms)::tierpress.login; end if;
  if l.failures >= points then return greatest(1, l.expires_at - t); end if;
  update tierpress.login set failures = l.failures + 1, expires_at = l.expires_at where name = of_name;
  return 0;
end $$;

create function tierpress.give_back_logins(names jsonb, at bigint) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update tierpress.login set failures = failures - 1
  where names ? name and failures > 0 and expires_at > tierpress.time_of(at);
end $$;

-- Counts a login before the password is checked: see LoginThrottle. Returns how long to wait, or what was counted.
create function tierpress.attempt_login(network text, pair text, account text, is_known boolean, at bigint)
returns table ("waitMs" bigint, taken jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  t bigint := tierpress.time_of($5);
  names jsonb := '[]';
  waits bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  waits := tierpress.take_login('network ' || network, 20, 60000, t);
  if waits = 0 then
    names := names || to_jsonb('network ' || network);
    waits := tierpress.take_login('pair ' || pair, 5, 60000, t);
    if waits = 0 then names := names || to_jsonb('pair ' || pair); end if;
  end if;
  if waits = 0 and account is not null and not is_known then
    if tierpress.take_login('share ' || pair, 5, 3600000, t) = 0 then
      names := names || to_jsonb('share ' || pair);
      waits := tierpress.take_login('account ' || account, 50, 3600000, t);
      if waits = 0 then names := names || to_jsonb('account ' || account); end if;
    else
      select greatest(0, l.expires_at - t) into waits from tierpress.login as l
        where l.name = 'account ' || account and l.failures >= 50 and l.expires_at > t;
      waits := coalesce(waits, 0);
    end if;
  end if;
  if waits > 0 then
    perform tierpress.give_back_logins(names, t);
    names := '[]';
  end if;
  return query select waits, names;
end $$;

-- Removes what has ended, up to so many rows of each table. Returns whether some are left. Any replica may call it at any
-- time: rows that another holds are left for the next time.
create function tierpress.sweep(counter_ms bigint, visitor_ms bigint, max_rows integer, at bigint) returns boolean
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
      when kind in ('failure', 'photo') or id like 'visitor %' then visitor_ms else counter_ms end
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

-- Returns whether it was created: missing (no such account), full (as many keys as it may have) or created.
create function tierpress.create_key(
  key_id text, of_account text, key_name text, key_hash text, key_hint text, created bigint, max_keys integer
) returns text language plpgsql as $$
begin
  perform from tierpress.account where id = of_account for update;
  if not found then return 'missing'; end if;
  if (select count(*) from tierpress.api_key where account_id = of_account) >= max_keys then return 'full'; end if;
  insert into tierpress.api_key (id, account_id, name, hash, hint, created_at)
    values (key_id, of_account, key_name, key_hash, key_hint, created);
  return 'created';
end $$;

-- Returns missing, lastAdmin (no account would be left that can manage the others) or changed. Null leaves a field as it is.
create function tierpress.change_account(of_id text, new_plan text, new_disabled boolean, new_admin boolean) returns text
language plpgsql as $$
declare
  had_admin boolean;
begin
  -- Two admins must not remove each other at the same moment.
  lock table tierpress.account in share row exclusive mode;
  had_admin := exists (select from tierpress.account where admin and not disabled);
  update tierpress.account
    set plan = coalesce(new_plan, plan), disabled = coalesce(new_disabled, disabled), admin = coalesce(new_admin, admin)
    where id = of_id;
  if not found then return 'missing'; end if;
  if had_admin and not exists (select from tierpress.account where admin and not disabled) then
    raise exception 'lastAdmin' using errcode = 'TP001';
  end if;
  return 'changed';
end $$;

-- Finds a session that has not ended, and counts this as a use of it.
create function tierpress.use_session(of_hash text, idle_ms bigint, absolute_ms bigint, t bigint)
returns table ("accountId" text, "createdAt" bigint) language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  return query update tierpress.session as s set used_at = t
    where s.hash = of_hash and t < s.created_at + absolute_ms and t < s.used_at + idle_ms
    returning s.account_id, s.created_at;
end $$;

-- Begins a session in place of the account's least recently used ones, and remembers the network it comes from.
create function tierpress.create_session(
  new_hash text, of_account text, network text, max_sessions integer, max_networks integer,
  idle_ms bigint, absolute_ms bigint, t bigint
) returns void language plpgsql as $$
begin
  -- Logins of one account take turns, so that no more sessions are left than there may be.
  perform pg_advisory_xact_lock(hashtextextended(of_account, 0));
  delete from tierpress.session
    where account_id = of_account and (created_at + absolute_ms <= t or used_at + idle_ms <= t);
  delete from tierpress.session where hash in (
    select hash from tierpress.session where account_id = of_account
    order by used_at desc, place desc offset max_sessions - 1
  );
  insert into tierpress.session (hash, account_id, created_at, used_at) values (new_hash, of_account, t, t);
  if network is not null then
    insert into tierpress.known_network (hash, account_id, used_at) values (network, of_account, t)
      on conflict (hash) do update set used_at = t;
    delete from tierpress.known_network where hash in (
      select hash from tierpress.known_network where account_id = of_account
      order by used_at desc, place desc offset max_networks
    );
  end if;
end $$;
