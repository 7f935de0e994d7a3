import type { Migration } from '../portable.ts';

export const initial: Migration = ({ text, flag, table }) => [
  `create table meta (key ${text} primary key, value ${text} not null) ${table}`,

  `create table visitors (
    id ${text} primary key,
    token_hash ${text} not null unique,
    created_at ${text} not null
  ) ${table}`,

  `create table admin_sessions (
    id ${text} primary key,
    token_hash ${text} not null unique,
    created_at ${text} not null,
    last_seen_at ${text} not null
  ) ${table}`,

  `create table admin_guesses (
    guesser ${text} primary key,
    failures integer not null check (failures >= 0),
    next_at ${text} not null,
    last_at ${text} not null
  ) ${table}`,

  `create table idempotency_keys (
    key ${text} primary key,
    request_hash ${text} not null,
    status integer,
    answer ${text},
    visitor_id ${text},
    salt ${text} not null,
    created_at ${text} not null
  ) ${table}`,

  `create table users (
    id ${text} primary key,
    name ${text} not null check (length(name) between 1 and 240),
    name_key ${text} not null unique,
    score integer not null default 0 check (score between -1000000 and 10000000),
    visitor_id ${text} references visitors (id) on delete set null,
    created_at ${text} not null
  ) ${table}`,
  'create index users_by_score on users (score desc, name_key)',
  'create index users_by_visitor on users (visitor_id)',

  `create table events (
    id ${text} primary key,
    title ${text} not null check (length(title) between 1 and 120),
    event_type ${text} not null check (event_type in ('course', 'board-game', 'card-game', 'video-game')),
    description ${text} not null check (length(description) <= 2000),
    start_time ${text} not null,
    duration integer not null check (duration between 15 and 1440),
    location ${text} not null check (length(location) between 1 and 120),
    host ${text} not null check (length(host) between 1 and 240),
    capacity integer not null check (capacity between 2 and 10000),
    seats_taken integer not null default 0,
    google_doc_url ${text},
    tournament_type ${text} check (tournament_type in ('single-elimination', 'double-elimination')),
    status ${text} not null default 'upcoming' check (status in ('upcoming', 'in-progress', 'completed')),
    bracket_drawn ${flag('bracket_drawn')},
    constraint seats_within_capacity check (seats_taken between 0 and capacity)
  ) ${table}`,
  'create index events_by_start on events (start_time, id)',

  `create table rsvps (
    id ${text} primary key,
    event_id ${text} not null references events (id) on delete cascade,
    player_name ${text} not null check (length(player_name) between 1 and 240),
    name_key ${text} not null,
    player_email ${text},
    checked_in ${flag('checked_in')},
    checked_in_at ${text},
    visitor_id ${text} references visitors (id) on delete set null,
    created_at ${text} not null,
    unique (event_id, name_key)
  ) ${table}`,
  'create index rsvps_by_visitor on rsvps (visitor_id, event_id)',
];
