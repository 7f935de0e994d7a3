import type { Migration } from '../portable.ts';

export const brackets: Migration = ({ text, table }) => [
  // One bracket an event. Entrants in seed order and options are JSON; everything else is computed from the results.
  `create table brackets (
    event_id ${text} primary key references events (id) on delete cascade,
    draw_id ${text} not null unique,
    entrants ${text} not null,
    options ${text} not null,
    drawn_at ${text} not null,
    drawn_by ${text}
  ) ${table}`,

  // Lines are only ever added; of two that want the same place in the list, the key lets one through.
  `create table bracket_results (
    event_id ${text} not null references brackets (event_id) on delete cascade,
    sequence integer not null check (sequence >= 0),
    draw_id ${text} not null,
    entry ${text} not null,
    entered_at ${text} not null,
    session_id ${text},
    primary key (event_id, sequence)
  ) ${table}`,
];
