import type { Migration } from '../portable.ts';

export const devices: Migration = ({ text, table }) => [
  // A visitor's devices, each with a cookie of its own. The first has the visitor's id.
  `create table devices (
    id ${text} primary key,
    visitor_id ${text} not null references visitors (id) on delete cascade,
    token_hash ${text} not null unique,
    created_at ${text} not null,
    last_seen_at ${text} not null
  ) ${table}`,
  'create index devices_by_visitor on devices (visitor_id)',
  `insert into devices (id, visitor_id, token_hash, created_at, last_seen_at)
    select id, id, token_hash, created_at, created_at from visitors`,

  // SQLite can't drop a unique column. Changing a unique value is what locks a visitor also against rows that refer to it.
  'alter table visitors rename column token_hash to hold_key',
  'update visitors set hold_key = id',

  // What another device types or scans, as a keyed hash: it joins the visitor, or takes over these places, the JSON of
  // their ids. A visitor has one code.
  `create table device_codes (
    code_hash ${text} primary key,
    visitor_id ${text} unique references visitors (id) on delete cascade,
    places ${text},
    made_by ${text},
    made_at ${text} not null,
    check ((visitor_id is null) = (places is not null))
  ) ${table}`,

  // The ids of visitors that joined another: their calendar addresses go on.
  `create table joined_visitors (
    id ${text} primary key,
    visitor_id ${text} not null references visitors (id) on delete cascade,
    calendar_generation integer not null check (calendar_generation >= 1)
  ) ${table}`,
  'create index joined_visitors_by_visitor on joined_visitors (visitor_id)',

  // SQLite can't change a check: one more kind, for a place that an organiser gave to another phone.
  'drop index notices_by_event',
  'alter table notices rename to earlier_notices',
  `create table notices (
    visitor_id ${text} not null,
    id ${text} not null,
    event_id ${text} not null,
    kind ${text} not null check (kind in ('event', 'promoted', 'moved', 'removed', 'handed-over')),
    player_name ${text},
    was ${text} not null,
    became ${text} not null,
    created_at ${text} not null,
    updated_at ${text} not null,
    seen_at ${text},
    check ((kind = 'event') = (player_name is null)),
    primary key (visitor_id, id)
  ) ${table}`,
  'insert into notices select * from earlier_notices',
  'drop table earlier_notices',
  'create index notices_by_event on notices (event_id)',
];
