import type { Migration } from '../portable.ts';

export const editTimes: Migration = () => [
  // When an organiser last changed what calendars show. Null before that: calendars then go by the revision.
  'alter table events add column edited_at text',
];
