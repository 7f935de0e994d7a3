import type { Migration } from '../portable.ts';

export const throttle: Migration = ({ text, table }) => [
  // Tries per minute that many callers share. In the database, so that all instances count together.
  `create table minute_budgets (
    name ${text} primary key,
    used integer not null check (used >= 0),
    since ${text} not null
  ) ${table}`,

  // The device that holds the place, another one with the event's code, or an organiser. Null: checked in before version 7.
  `alter table rsvps add column checked_in_by ${text}
    check (checked_in_by is null or (checked_in_by in ('owner', 'code', 'staff') and checked_in = 1))`,

  // When names were last refused for an event's code because too many had been tried: one row an event.
  `create table check_in_alarms (
    event_id ${text} primary key references events (id) on delete cascade,
    at ${text} not null
  ) ${table}`,
];
