import type { Migration } from '../portable.ts';

/** Helpers and their links, and who did what by name. schema.ts says what the columns mean. */
export const staff: Migration = ({ text, time, table }) => [
  // A helper's link opens one desk on each of a few devices. location is a room's name as events have it. A stopped or ended helper
  // is deleted with the desks.
  `create table helpers (
    id ${text} primary key,
    name ${text} not null check (length(name) between 1 and 240),
    role ${text} not null check (role in ('door', 'judge', 'host', 'points')),
    event_id ${text},
    location ${text} check (length(location) between 1 and 120),
    secret_hash ${text} not null unique,
    created_at ${text} not null,
    ends_at ${text} ${time('ends_at')},
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

  `alter table admin_sessions add column name ${text} check (length(name) between 1 and 240)`,

  // Name and role of the staff member who made a change. Null in earlier rows; the name is also null for a session without one.
  `alter table audit_entries add column by_name ${text}`,
  `alter table audit_entries add column by_role ${text}`,
  `alter table brackets add column drawn_by_name ${text}`,
  `alter table bracket_results add column entered_by_name ${text}`,
  `alter table rsvps add column checked_in_by_name ${text}`,
];
