import type { Migration } from '../portable.ts';

/** Jobs with leases, the outbox and who gets it, messages, calls to tables, groups in a line. schema.ts says what the columns mean. */
export const told: Migration = ({ text, flag, time, json, table }) => [
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

  // A match that is called to a table and not decided yet. location and table_key: events in one room share its tables.
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

  // People who wait together have the same group_id, and each keeps the seat that became free for them until all have one.
  `alter table waiting_entries add column group_id ${text}`,
  `alter table waiting_entries add column holds_seat ${flag('holds_seat')}`,

  // The search for people.
  'create index rsvps_by_name on rsvps (name_key)',
  'create index waiting_entries_by_name on waiting_entries (name_key)',
];
