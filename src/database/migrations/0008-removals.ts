import type { Migration } from '../portable.ts';

export const removals: Migration = ({ text, table }) => [
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

  // row is the JSON of what was deleted. It goes with its visitor, so that forgetting a device forgets this too. It has no
  // reference to the event: an undo says how many places lost theirs.
  `create table removed_rows (
    removal_id ${text} not null references removals (id) on delete cascade,
    kind ${text} not null check (kind in ('place', 'account', 'game')),
    row_id ${text} not null,
    visitor_id ${text} not null references visitors (id) on delete cascade,
    event_id ${text},
    row ${text} not null,
    check ((kind = 'place') = (event_id is not null)),
    primary key (removal_id, kind, row_id)
  ) ${table}`,
  'create index removed_rows_by_visitor on removed_rows (visitor_id)',
];
