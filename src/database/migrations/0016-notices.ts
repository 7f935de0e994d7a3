import type { Migration } from '../portable.ts';

export const notices: Migration = ({ text, table }) => [
  // was and became are JSON of what the event was called, when and where it was, and whether it was cancelled. No
  // references: a notice outlives its event, and a reference to visitors would lock them after an event. Forgetting
  // locks them before.
  `create table notices (
    visitor_id ${text} not null,
    id ${text} not null,
    event_id ${text} not null,
    kind ${text} not null check (kind in ('event', 'promoted', 'moved', 'removed')),
    player_name ${text},
    was ${text} not null,
    became ${text} not null,
    created_at ${text} not null,
    updated_at ${text} not null,
    seen_at ${text},
    check ((kind = 'event') = (player_name is null)),
    primary key (visitor_id, id)
  ) ${table}`,
  'create index notices_by_event on notices (event_id)',

  // Set while a deletion can still be undone. Until then the event is hidden.
  `alter table events add column deleted_at ${text}`,
  'create index hidden_events on events (deleted_at) where deleted_at is not null',
];
