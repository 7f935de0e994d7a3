import type { Migration } from '../portable.ts';

/** schema.ts says what the columns mean. */
export const baseline: Migration = ({ text, flag, time, json, table }) => [
  `create table meta (key ${text} primary key, value ${text} not null) ${table}`,

  // hold_key is the id, except while the visitor leaves: changing a unique value also locks against rows that refer to
  // it. network is a keyed hash, to find bursts by; a job clears it after 48 hours.
  `create table visitors (
    id ${text} primary key,
    hold_key ${text} not null unique,
    created_at ${text} not null,
    network ${text},
    calendar_generation integer not null default 1 check (calendar_generation >= 1)
  ) ${table}`,
  // The job and the search for bursts then read recent rows only.
  'create index visitors_with_network on visitors (created_at) where network is not null',

  // The first device has the visitor's id.
  `create table devices (
    id ${text} primary key,
    visitor_id ${text} not null references visitors (id) on delete cascade,
    token_hash ${text} not null unique,
    created_at ${text} not null,
    last_seen_at ${text} not null
  ) ${table}`,
  'create index devices_by_visitor on devices (visitor_id)',

  // What another device types or scans, as a keyed hash: it joins the visitor, or takes over these places, JSON of ids.
  `create table device_codes (
    code_hash ${text} primary key,
    visitor_id ${text} unique references visitors (id) on delete cascade,
    places ${text}${json('places')},
    made_by ${text},
    made_at ${text} not null,
    check ((visitor_id is null) = (places is not null))
  ) ${table}`,

  // Ids of visitors that joined another: their calendar addresses go on.
  `create table joined_visitors (
    id ${text} primary key,
    visitor_id ${text} not null references visitors (id) on delete cascade,
    calendar_generation integer not null check (calendar_generation >= 1)
  ) ${table}`,
  'create index joined_visitors_by_visitor on joined_visitors (visitor_id)',

  `create table admin_sessions (
    id ${text} primary key,
    token_hash ${text} not null unique,
    created_at ${text} not null,
    last_seen_at ${text} not null,
    opened_by ${text} not null check (opened_by in ('password', 'link'))
  ) ${table}`,

  // Made by a command on the server, without the password. A used link stays for a day, so that the page can say so.
  `create table admin_links (
    id ${text} primary key,
    token_hash ${text} not null unique,
    created_at ${text} not null,
    used_at ${text}
  ) ${table}`,

  `create table admin_guesses (
    guesser ${text} primary key,
    failures integer not null check (failures >= 0),
    next_at ${text} not null,
    last_at ${text} not null
  ) ${table}`,

  // What organisers see of guesses; the limiter's own counts begin again after an hour or with the right password.
  `create table wrong_guesses (
    guesser ${text} not null,
    hour ${text} not null,
    count integer not null check (count > 0),
    last_at ${text} not null,
    primary key (guesser, hour)
  ) ${table}`,

  // In the database, so that all instances count together.
  `create table minute_budgets (
    name ${text} primary key,
    used integer not null check (used >= 0),
    since ${text} not null
  ) ${table}`,

  // asked_by is whose write it was: its answer, with the names in it, goes when the device asks to be forgotten. Ids of
  // visitors are in the order of time, so that a registration appends to the index.
  `create table idempotency_keys (
    key ${text} primary key,
    request_hash ${text} not null,
    answer ${text},
    visitor_id ${text},
    salt ${text} not null,
    created_at ${text} not null,
    asked_by ${text}
  ) ${table}`,
  'create index idempotency_keys_by_asker on idempotency_keys (asked_by)',

  `create table users (
    id ${text} primary key,
    name ${text} not null check (length(name) between 1 and 240),
    name_key ${text} not null unique,
    score integer not null default 0 check (score between -1000000 and 10000000),
    visitor_id ${text} references visitors (id) on delete set null,
    created_at ${text} not null,
    revision integer not null default 1 check (revision >= 1)
  ) ${table}`,
  'create index users_by_score on users (score desc, name_key)',
  'create index users_by_visitor on users (visitor_id)',

  // The statement that frees a seat also promotes the first of the waiting list.
  `create table events (
    id ${text} primary key,
    title ${text} not null check (length(title) between 1 and 120),
    event_type ${text} not null check (event_type in ('course', 'board-game', 'card-game', 'video-game')),
    description ${text} not null check (length(description) <= 2000),
    start_time ${text} not null ${time('start_time')},
    duration integer not null check (duration between 15 and 1440),
    location ${text} not null check (length(location) between 1 and 120),
    host ${text} not null check (length(host) between 1 and 240),
    capacity integer not null check (capacity between 2 and 10000),
    seats_taken integer not null default 0,
    google_doc_url ${text} check (google_doc_url like 'http://%' or google_doc_url like 'https://%'),
    tournament_type ${text} check (tournament_type in ('single-elimination', 'double-elimination')),
    status ${text} not null default 'upcoming' check (status in ('upcoming', 'in-progress', 'completed')),
    bracket_drawn ${flag('bracket_drawn')},
    bracket_decided integer check (bracket_decided in (0, 1)),
    code_generation integer not null default 1,
    edit_revision integer not null default 1 check (edit_revision >= 1),
    edited_at ${text},
    revision integer not null default 1 check (revision >= 1),
    waiting integer not null default 0 check (waiting >= 0),
    late_minutes integer not null default 0 check (late_minutes >= 0),
    deleted_at ${text},
    completed_at ${text} check (completed_at is null or status = 'completed'),
    constraint seats_within_capacity check (seats_taken between 0 and capacity),
    constraint nobody_waits_in_vain check (waiting = 0 or (seats_taken >= capacity and status <> 'completed' and bracket_drawn = 0))
  ) ${table}`,
  'create index events_by_start on events (start_time, id)',
  'create index hidden_events on events (deleted_at) where deleted_at is not null',

  `create table rsvps (
    id ${text} primary key,
    event_id ${text} not null references events (id) on delete cascade,
    player_name ${text} not null check (length(player_name) between 1 and 240),
    name_key ${text} not null,
    player_email ${text},
    checked_in ${flag('checked_in')},
    checked_in_at ${text} check ((checked_in_at is null) = (checked_in = 0)),
    visitor_id ${text} references visitors (id) on delete set null,
    created_at ${text} not null,
    checked_in_by ${text}
      check (checked_in_by is null or (checked_in_by in ('owner', 'code', 'staff') and checked_in = 1)),
    lent ${flag('lent')},
    unique (event_id, name_key)
  ) ${table}`,
  'create index rsvps_by_visitor on rsvps (visitor_id, event_id)',

  `create table waiting_entries (
    id ${text} primary key,
    event_id ${text} not null references events (id) on delete cascade,
    position integer not null check (position >= 1),
    player_name ${text} not null check (length(player_name) between 1 and 240),
    name_key ${text} not null,
    player_email ${text},
    visitor_id ${text} references visitors (id) on delete set null,
    created_at ${text} not null,
    unique (event_id, position),
    unique (event_id, name_key)
  ) ${table}`,
  'create index waiting_entries_by_visitor on waiting_entries (visitor_id, event_id)',

  // When names were last refused for an event's code because too many had been tried.
  `create table check_in_alarms (
    event_id ${text} primary key references events (id) on delete cascade,
    at ${text} not null
  ) ${table}`,

  // Of the last two days, because phones without network send theirs late and in any order. id is the phone's, so that
  // a repeated tap is recognised. No reference: a walk-in sent again must not add one who was removed.
  `create table door_taps (
    id ${text} primary key,
    place_id ${text} not null,
    checks_in integer not null check (checks_in in (0, 1)),
    made_at ${text} not null
  ) ${table}`,
  'create index door_taps_by_place on door_taps (place_id)',

  // was and became are JSON: what the event was called, when and where it was, whether it was cancelled. No references:
  // a notice outlives its event, and a reference to visitors would lock them after an event. Forgetting locks them
  // before.
  `create table notices (
    visitor_id ${text} not null,
    id ${text} not null,
    event_id ${text} not null,
    kind ${text} not null check (kind in ('event', 'promoted', 'moved', 'removed', 'handed-over')),
    player_name ${text},
    was ${text} not null${json('was')},
    became ${text} not null${json('became')},
    created_at ${text} not null,
    updated_at ${text} not null,
    seen_at ${text},
    check ((kind = 'event') = (player_name is null)),
    primary key (visitor_id, id)
  ) ${table}`,
  'create index notices_by_event on notices (event_id)',

  // A place has at most the latest; place is the JSON of its row before. No reference to the visitor, which would lock
  // visitors after an event; forgetting deletes the row.
  `create table amendments (
    id ${text} primary key,
    kind ${text} not null check (kind in ('renamed', 'moved', 'removed')),
    place_id ${text} not null unique,
    event_id ${text} not null references events (id) on delete cascade,
    visitor_id ${text},
    place ${text} not null${json('place')},
    became ${text} not null${json('became')},
    amended_at ${text} not null
  ) ${table}`,
  'create index amendments_by_event on amendments (event_id)',

  // Removed bursts that can still be undone; a job deletes them after 10 minutes.
  `create table removals (
    id ${text} primary key,
    removed_at ${text} not null,
    network ${text} not null,
    from_at ${text} not null,
    to_at ${text} not null,
    places integer not null check (places >= 0),
    accounts integer not null check (accounts >= 0),
    games integer not null check (games >= 0)
  ) ${table}`,

  // row is the JSON of what was deleted. It goes with its visitor, so that forgetting a device forgets this too. No
  // reference to the event: an undo says how many places lost theirs.
  `create table removed_rows (
    removal_id ${text} not null references removals (id) on delete cascade,
    kind ${text} not null check (kind in ('place', 'account', 'game')),
    row_id ${text} not null,
    visitor_id ${text} not null references visitors (id) on delete cascade,
    event_id ${text},
    row ${text} not null${json('row')},
    check ((kind = 'place') = (event_id is not null)),
    primary key (removal_id, kind, row_id)
  ) ${table}`,
  'create index removed_rows_by_visitor on removed_rows (visitor_id)',

  `create table inventory_games (
    id ${text} primary key,
    name ${text} not null check (length(name) between 1 and 240),
    name_key ${text} not null,
    game_type ${text} not null check (game_type in ('board-game', 'card-game', 'video-game')),
    owner ${text} not null check (length(owner) between 1 and 240),
    player_count ${text} check (length(player_count) between 1 and 20),
    play_time integer check (play_time between 5 and 1440),
    description ${text} check (length(description) <= 2000),
    available ${flag('available')},
    visitor_id ${text} references visitors (id) on delete set null,
    created_at ${text} not null,
    removed_at ${text}
  ) ${table}`,
  'create index inventory_games_by_visitor on inventory_games (visitor_id)',

  // One row for each channel; list is JSON. Times of the last two requests and the time to wait keep all instances
  // together within two requests a minute.
  `create table announcement_lists (
    channel_id ${text} primary key,
    asked_at ${text} not null,
    asked_before_at ${text},
    wait_until ${text},
    failed_at ${text},
    fetched_at ${text},
    list ${text}${json('list')},
    check ((list is null) = (fetched_at is null))
  ) ${table}`,

  // The session may be gone; its id still tells which changes belong together. event_id stays after a deletion.
  // names_apart is 0 for entries of a festival file, which hold names as text.
  `create table audit_entries (
    id ${text} primary key,
    at ${text} not null,
    session_id ${text} not null,
    action ${text} not null,
    subject ${text} not null,
    before ${text}${json('before')},
    after ${text}${json('after')},
    event_id ${text},
    names_apart ${flag('names_apart')}
  ) ${table}`,
  'create index audit_entries_by_time on audit_entries (at, id)',
  'create index audit_entries_with_names on audit_entries (id) where names_apart = 0',

  // The entry refers to them by position: 0 is the one its subject begins with. Forgetting clears names here and
  // changes no entry. A reference to visitors would lock them after an event: forgetting locks them before.
  `create table audit_people (
    entry_id ${text} not null references audit_entries (id) on delete cascade,
    position integer not null check (position >= 0),
    person_id ${text} not null,
    name ${text},
    visitor_id ${text},
    primary key (entry_id, position)
  ) ${table}`,
  'create index audit_people_by_visitor on audit_people (visitor_id)',

  `create table bulk_uploads (
    id ${text} primary key,
    file_name ${text} not null,
    file_type ${text} not null check (file_type in ('csv', 'tsv', 'txt', 'json')),
    uploaded_at ${text} not null,
    total_records integer not null check (total_records >= 0),
    successful_updates integer not null check (successful_updates >= 0),
    failed_updates integer not null check (failed_updates >= 0),
    error_details ${text} not null${json('error_details')}
  ) ${table}`,
  'create index bulk_uploads_by_time on bulk_uploads (uploaded_at, id)',

  // Entrants in seed order and options are JSON; everything else is computed from the results. drawn_revision is the
  // revision at the draw; each result adds 1, and a new draw goes on, so no number of an event means two states.
  `create table brackets (
    event_id ${text} primary key references events (id) on delete cascade,
    draw_id ${text} not null unique,
    entrants ${text} not null${json('entrants')},
    options ${text} not null${json('options')},
    drawn_at ${text} not null,
    drawn_by ${text},
    drawn_revision integer not null default 1 check (drawn_revision >= 1)
  ) ${table}`,

  // Append-only. When two results want the same position, the key lets one through.
  `create table bracket_results (
    event_id ${text} not null references brackets (event_id) on delete cascade,
    sequence integer not null check (sequence >= 0),
    draw_id ${text} not null,
    entry ${text} not null${json('entry')},
    entered_at ${text} not null,
    session_id ${text},
    primary key (event_id, sequence)
  ) ${table}`,
];
