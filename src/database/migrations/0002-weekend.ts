import type { Migration } from '../portable.ts';

/** Not released. schema.ts says what the columns mean. */
export const weekend: Migration = ({ text, flag, time, json, table }) => [
  // A helper's link opens one desk on each of a few devices. location is a room's name as events have it. A stopped or
  // ended helper is deleted with the desks.
  `create table helpers (
    id ${text} primary key,
    name ${text} not null check (length(name) between 1 and 240),
    role ${text} not null check (role in ('door', 'judge', 'host', 'points', 'library')),
    event_id ${text},
    location ${text} check (length(location) between 1 and 120),
    secret_hash ${text} not null unique,
    created_at ${text} not null,
    ends_at ${text} ${time('ends_at')},
    extended_until ${text} ${time('extended_until')},
    check (event_id is null or location is null)
  ) ${table}`,

  `create table helper_desks (
    id ${text} primary key,
    helper_id ${text} not null references helpers (id) on delete cascade,
    token_hash ${text} not null unique,
    opened_at ${text} not null,
    last_used_at ${text} not null ${time('last_used_at')}
  ) ${table}`,
  'create index helper_desks_by_helper on helper_desks (helper_id)',

  'alter table admin_sessions drop column opened_by',
  'drop table wrong_guesses',
  `alter table admin_sessions add column name ${text} check (length(name) between 1 and 240)`,

  // Null in earlier rows; the name is also null for a session without one.
  `alter table audit_entries add column by_name ${text}`,
  `alter table audit_entries add column by_role ${text}`,
  `alter table brackets add column drawn_by_name ${text}`,
  `alter table bracket_results add column entered_by_name ${text}`,
  `alter table rsvps add column checked_in_by_name ${text}`,

  `create table jobs (
    name ${text} primary key,
    next_at ${text} not null ${time('next_at')},
    lease_until ${text},
    started_at ${text},
    ended_at ${text},
    error ${text},
    failures integer not null default 0 check (failures >= 0)
  ) ${table}`,

  `create table push_subscriptions (
    id ${text} primary key,
    device_id ${text} not null unique references devices (id) on delete cascade,
    endpoint ${text} not null unique check (length(endpoint) between 1 and 2000),
    p256dh ${text} not null,
    auth ${text} not null,
    kinds ${text} not null${json('kinds')},
    host ${text} not null default '',
    network ${text},
    failed integer not null default 0 check (failed >= 0),
    failed_since ${text} ${time('failed_since')},
    reached_at ${text} ${time('reached_at')}
  ) ${table}`,
  'create index push_subscriptions_by_host on push_subscriptions (host)',
  'create index push_subscriptions_by_network on push_subscriptions (network)',

  // What is sent is made from about when it is sent. A sent row stays until ends_at: told is what the phone knows.
  `create table outbox (
    key ${text} not null check (length(key) between 1 and 200),
    subscription_id ${text} not null references push_subscriptions (id) on delete cascade,
    kind ${text} not null,
    about ${text} not null${json('about')},
    version ${text} not null,
    told ${text},
    due_at ${text} not null ${time('due_at')},
    ends_at ${text} not null ${time('ends_at')},
    tries integer not null default 0 check (tries >= 0),
    lease_until ${text},
    sent_at ${text},
    primary key (key, subscription_id)
  ) ${table}`,
  'create index outbox_due on outbox (due_at) where sent_at is null',
  'create index outbox_by_subscription on outbox (subscription_id)',

  `create table messages (
    id ${text} primary key,
    text ${text} not null check (length(text) between 1 and 2000),
    urgent ${flag('urgent')},
    audience ${text} not null check (audience in ('everybody', 'event', 'staff')),
    event_id ${text} references events (id) on delete cascade,
    by_name ${text},
    by_role ${text} not null check (by_role in ('organiser', 'host')),
    created_at ${text} not null ${time('created_at')},
    ends_at ${text} not null ${time('ends_at')},
    withdrawn_at ${text},
    revision integer not null default 1 check (revision >= 1),
    check ((event_id is not null) = (audience = 'event'))
  ) ${table}`,
  'create index messages_by_event on messages (event_id)',
  `create table shown_messages (
    message_id ${text} not null references messages (id) on delete cascade,
    device_id ${text} not null references devices (id) on delete cascade,
    primary key (message_id, device_id)
  ) ${table}`,
  'create index shown_messages_by_device on shown_messages (device_id)',

  `alter table events add column tables ${text} not null default '[]'${json('tables')}`,
  `alter table events add column closed_tables ${text} not null default '{}'${json('closed_tables')}`,
  `alter table events add column calls_by_itself ${flag('calls_by_itself')}`,
  `alter table rsvps add column fixed_table ${text} check (length(fixed_table) between 1 and 40)`,

  // location and table_key: events in one room share its tables.
  `create table match_calls (
    match_id ${text} primary key,
    event_id ${text} not null references events (id) on delete cascade,
    draw_id ${text} not null,
    location ${text} not null,
    table_name ${text} not null check (length(table_name) between 1 and 40),
    table_key ${text} not null,
    called_at ${text} not null ${time('called_at')},
    entrants ${text} not null${json('entrants')},
    seen_by ${text} not null default '[]'${json('seen_by')},
    unique (location, table_key)
  ) ${table}`,
  'create index match_calls_by_event on match_calls (event_id)',
  `alter table brackets add column passed_over ${text} not null default '[]'${json('passed_over')}`,

  // What players said of a match at this revision of it; another one makes it void. No names: they follow from the places.
  `create table match_reports (
    match_id ${text} not null,
    event_id ${text} not null references events (id) on delete cascade,
    visitor_id ${text} not null references visitors (id) on delete cascade,
    revision integer not null check (revision >= 1),
    result ${text} not null${json('result')},
    reported_at ${text} not null ${time('reported_at')},
    primary key (match_id, visitor_id)
  ) ${table}`,
  'create index match_reports_by_event on match_reports (event_id)',
  'create index match_reports_by_visitor on match_reports (visitor_id)',
  `alter table events add column reports ${flag('reports')}`,
  `alter table rsvps add column handed_over ${flag('handed_over')}`,
  `alter table waiting_entries add column handed_over ${flag('handed_over')}`,
  // Numbers in place of places. Lower ranks are called earlier.
  `alter table events add column queue ${flag('queue')}`,
  `alter table events add column queue_paused ${flag('queue_paused')}`,
  `create table queue_entries (
    id ${text} primary key,
    event_id ${text} not null references events (id) on delete cascade,
    visitor_id ${text},
    player_name ${text} not null,
    name_key ${text} not null,
    note ${text},
    state ${text} not null check (state in ('waiting', 'called', 'done', 'gone')),
    rank integer not null,
    absences integer not null default 0 check (absences >= 0),
    created_at ${text} not null ${time('created_at')},
    called_at ${text} ${time('called_at')},
    done_at ${text} ${time('done_at')},
    seen ${flag('seen')}
  ) ${table}`,
  `create unique index queue_entries_by_name on queue_entries (event_id, name_key) where state in ('waiting', 'called')`,
  'create index queue_entries_by_event on queue_entries (event_id)',
  'create index queue_entries_by_visitor on queue_entries (visitor_id)',
  // Minutes after the start; null for never.
  `alter table events add column release_after integer check (release_after between 5 and 60)`,
  // What a device with a checked-in place said of an event. visitor_id is null in a festival that came from a file.
  `create table event_feedback (
    id ${text} primary key,
    event_id ${text} not null references events (id) on delete cascade,
    visitor_id ${text} references visitors (id) on delete cascade,
    stars integer not null check (stars between 1 and 5),
    text ${text} not null check (length(text) <= 1200),
    given_at ${text} not null ${time('given_at')},
    unique (event_id, visitor_id)
  ) ${table}`,
  'create index event_feedback_by_visitor on event_feedback (visitor_id)',
  // Events that interest a visitor without a place.
  `create table event_stars (
    visitor_id ${text} not null references visitors (id) on delete cascade,
    event_id ${text} not null references events (id) on delete cascade,
    primary key (visitor_id, event_id)
  ) ${table}`,
  'create index event_stars_by_event on event_stars (event_id)',
  // How many never got a place: counted when the line ends.
  'alter table events add column waited integer not null default 0',
  // Only organisers see a draft.
  `alter table events add column draft ${flag('draft')}`,
  `alter table events add column lottery ${flag('lottery')}`,
  // What people are asked who take a place, and their answers by the ids of the questions; null for none.
  `alter table events add column questions ${text} not null default '[]'${json('questions')}`,
  `alter table rsvps add column answers ${text}${json('answers')}`,
  `alter table waiting_entries add column answers ${text}${json('answers')}`,
  // Said to come, which keeps it longer; when they were asked.
  `alter table rsvps add column coming ${flag('coming')}`,
  `alter table rsvps add column asked_at ${text} ${time('asked_at')}`,
  // Given to the line because nobody came. place is the JSON of the row, for who comes late and a free seat.
  `create table released_places (
    id ${text} primary key,
    event_id ${text} not null references events (id) on delete cascade,
    visitor_id ${text},
    name_key ${text} not null,
    place ${text} not null${json('place')},
    released_at ${text} not null ${time('released_at')}
  ) ${table}`,
  'create index released_places_by_event on released_places (event_id)',
  'create index released_places_by_visitor on released_places (visitor_id)',
  // JSON: the places whose people agreed on a result.
  `alter table bracket_results add column agreed_by ${text}${json('agreed_by')}`,

  // Each in a group keeps the seat that became free for them until all have one.
  `alter table waiting_entries add column group_id ${text}`,
  `alter table waiting_entries add column holds_seat ${flag('holds_seat')}`,

  'create index rsvps_by_name on rsvps (name_key)',
  'create index waiting_entries_by_name on waiting_entries (name_key)',

  'alter table users add column shown_score integer not null default 0',
  'alter table users add column shown_revision integer not null default 1',
  `alter table users add column loose_key ${text}`,
  `alter table users add column code ${text} check (length(code) between 4 and 12)`,
  `alter table users add column badge_group ${text} check (length(badge_group) <= 240)`,
  `alter table users add column seen_at ${text} ${time('seen_at')}`,
  `alter table users add column deleted_at ${text} ${time('deleted_at')}`,
  'update users set shown_score = score, shown_revision = revision',
  'create index users_by_shown_score on users (shown_score desc, name_key)',
  'create unique index users_by_loose_key on users (loose_key)',
  'create index hidden_users on users (deleted_at) where deleted_at is not null',
  'create unique index users_by_code on users (code)',

  // Never changed: an undo is a further entry with the opposite points. A user's score is the sum.
  `create table point_entries (
    id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    points integer not null,
    kind ${text} not null check (kind in ('mission', 'event', 'award', 'correction', 'upload')),
    reason ${text} not null check (length(reason) between 1 and 1200),
    mission_id ${text},
    event_id ${text},
    upload_id ${text},
    undoes ${text} unique references point_entries (id) on delete cascade,
    by_name ${text},
    by_role ${text},
    at ${text} not null ${time('at')}
  ) ${table}`,
  'create index point_entries_by_user on point_entries (user_id, at)',
  'create index point_entries_by_event on point_entries (event_id) where event_id is not null',
  'create index point_entries_by_upload on point_entries (upload_id) where upload_id is not null',
  `insert into point_entries (id, user_id, points, kind, reason, at)
    select 'before-' || id, id, score, 'correction', 'Points from before there was a list', created_at from users where score <> 0`,

  `create table claims (
    id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    mission_id ${text} not null check (length(mission_id) between 1 and 80),
    task ${text} not null check (length(task) between 1 and 1200),
    worth ${text} not null check (length(worth) between 1 and 160),
    note ${text},
    state ${text} not null check (state in ('claimed', 'approved', 'refused')),
    entry_id ${text} unique references point_entries (id) on delete set null,
    reason ${text},
    by_name ${text},
    by_role ${text},
    created_at ${text} not null ${time('created_at')},
    decided_at ${text},
    check ((decided_at is null) = (state = 'claimed'))
  ) ${table}`,
  `create unique index open_claims on claims (user_id, mission_id) where state = 'claimed'`,
  'create index claims_by_user on claims (user_id)',
  'create index claims_by_state on claims (state, created_at)',

  // A burst is one count of things since a minute, whatever their kinds.
  'alter table removals rename column from_at to since',
  'alter table removals add column things integer not null default 0 check (things >= 0)',
  'update removals set things = places + accounts + games',
  ...['to_at', 'places', 'accounts', 'games'].map((column) => `alter table removals drop column ${column}`),
  `create table removed_rows_of_all_tables (
    removal_id ${text} not null references removals (id) on delete cascade,
    table_name ${text} not null,
    row_id ${text} not null,
    visitor_id ${text} not null references visitors (id) on delete cascade,
    event_id ${text},
    row ${text} not null${json('row')},
    primary key (removal_id, table_name, row_id)
  ) ${table}`,
  `insert into removed_rows_of_all_tables
    select removal_id, case kind when 'place' then 'rsvps' when 'account' then 'users' else 'inventory_games' end,
      row_id, visitor_id, event_id, row from removed_rows`,
  'drop table removed_rows',
  'alter table removed_rows_of_all_tables rename to removed_rows',
  'create index removed_rows_by_visitor on removed_rows (visitor_id)',

  // At most one row. Writes of points lock it. frozen_at may lie ahead; reveal_to is the lowest rank that the ceremony
  // has told, of the ranking when it began.
  `create table standings (
    one integer primary key check (one = 1),
    frozen_at ${text} ${time('frozen_at')},
    reveal_to integer check (reveal_to between 0 and 11),
    ranking ${text}${json('ranking')},
    check (reveal_to is null or frozen_at is not null),
    check ((reveal_to is null) = (ranking is null))
  ) ${table}`,

  // Where an organiser said so. A place that is removed and comes back has it still.
  `create table place_accounts (
    event_id ${text} not null references events (id) on delete cascade,
    place_id ${text} not null,
    user_id ${text} not null references users (id) on delete cascade,
    primary key (event_id, place_id)
  ) ${table}`,
  'create index place_accounts_by_user on place_accounts (user_id)',

  `alter table events add column points ${text}${json('points')}`,
  `alter table events add column format ${text}${json('format')}`,
  // Above all revisions of brackets that the event had.
  'alter table events add column former_revision integer not null default 0',
  `alter table events add column round_clock ${text}${json('round_clock')}`,
  // Which types there are is known by the list of formats alone.
  'alter table events rename column tournament_type to former_type',
  `alter table events add column tournament_type ${text}`,
  'update events set tournament_type = former_type',
  'alter table events drop column former_type',

  `alter table bulk_uploads add column undone_at ${text} ${time('undone_at')}`,

  `create table screens (
    name ${text} primary key check (length(name) between 1 and 40),
    location ${text} check (length(location) between 1 and 120),
    pages ${text} not null${json('pages')},
    shown_now ${text}${json('shown_now')},
    shown_before ${text}${json('shown_before')},
    token_hash ${text},
    last_seen_at ${text},
    stranger_seen_at ${text},
    shows ${text}${json('shows')},
    formerly ${text},
    revision integer not null default 1 check (revision >= 1)
  ) ${table}`,

  `create table screen_codes (
    code ${text} primary key check (length(code) between 4 and 12),
    made_at ${text} not null ${time('made_at')},
    network ${text} not null,
    token_hash ${text} not null,
    polled_at ${text} ${time('polled_at')},
    name ${text} references screens (name) on delete cascade on update cascade
  ) ${table}`,
  'create index screen_codes_by_name on screen_codes (name)',

  `create table pictures (
    id ${text} primary key,
    media_type ${text} not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
    width integer not null check (width between 1 and 8000),
    height integer not null check (height between 1 and 8000),
    base64 ${text} not null check (length(base64) between 1 and 2800000),
    name ${text} not null default '',
    created_at ${text} not null ${time('created_at')}
  ) ${table}`,

  `alter table inventory_games add column lent_to ${text} check (length(lent_to) between 1 and 240)`,
  `alter table inventory_games add column lent_at ${text} check ((lent_at is null) = (lent_to is null))`,

  // at is null for now. Rows stay until a job deletes them: whether a game is over follows from its times and players.
  `create table open_games (
    id ${text} primary key,
    game ${text} not null check (length(game) between 1 and 240),
    location ${text} not null check (length(location) between 1 and 320),
    places integer not null check (places between 1 and 12),
    at ${text} ${time('at')},
    note ${text} check (length(note) between 1 and 320),
    host ${text} not null check (length(host) between 1 and 240),
    visitor_id ${text} not null references visitors (id) on delete cascade,
    created_at ${text} not null ${time('created_at')}
  ) ${table}`,
  'create index open_games_by_visitor on open_games (visitor_id)',
  `create table open_game_players (
    id ${text} primary key,
    game_id ${text} not null references open_games (id) on delete cascade,
    name ${text} not null check (length(name) between 1 and 240),
    name_key ${text} not null,
    visitor_id ${text} not null references visitors (id) on delete cascade,
    created_at ${text} not null ${time('created_at')},
    unique (game_id, name_key)
  ) ${table}`,
  'create index open_game_players_by_visitor on open_game_players (visitor_id)',
  // Each phone once.
  `create table open_game_reports (
    game_id ${text} not null references open_games (id) on delete cascade,
    visitor_id ${text} not null references visitors (id) on delete cascade,
    primary key (game_id, visitor_id)
  ) ${table}`,
  'create index open_game_reports_by_visitor on open_game_reports (visitor_id)',
];
