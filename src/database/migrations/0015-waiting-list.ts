import type { Migration } from '../portable.ts';

export const waitingList: Migration = ({ text, table }) => [
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

  // The number of entries. Whoever frees a seat promotes the first of them in the same statement.
  `alter table events add column waiting integer not null default 0 check (waiting >= 0)
    constraint nobody_waits_in_vain
      check (waiting = 0 or (seats_taken >= capacity and status <> 'completed' and bracket_drawn = 0))`,
];
