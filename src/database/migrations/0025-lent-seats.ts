import type { Migration } from '../portable.ts';

export const lentSeats: Migration = () => [
  // Of a place with a seat that was added for its person. The capacity includes such seats, and they end with their places.
  'alter table rsvps add column lent integer not null default 0 check (lent in (0, 1))',
  // Rows that an undo can bring back. No name holds this text: its quotes would be escaped.
  `update amendments set place = replace(place, '"checked_in_by":', '"lent":0,"checked_in_by":')`,
  `update removed_rows set row = replace(row, '"checked_in_by":', '"lent":0,"checked_in_by":') where kind = 'place'`,
];
