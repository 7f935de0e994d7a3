import type { Migration } from '../portable.ts';

export const amendments: Migration = ({ text, table }) => [
  // What an organiser did to a place, for as long as it can be undone; a place has at most the latest. place is the JSON
  // of its row before. No reference to the visitor, which would lock visitors after an event; forgetting deletes the row.
  `create table amendments (
    id ${text} primary key,
    kind ${text} not null check (kind in ('renamed', 'moved', 'removed')),
    place_id ${text} not null unique,
    event_id ${text} not null references events (id) on delete cascade,
    visitor_id ${text},
    place ${text} not null,
    became ${text} not null,
    amended_at ${text} not null
  ) ${table}`,
  'create index amendments_by_event on amendments (event_id)',
];
