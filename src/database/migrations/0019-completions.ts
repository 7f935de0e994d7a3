import type { Migration } from '../portable.ts';

export const completions: Migration = ({ text }) => [
  // Set while a completion can still be undone. Until then the entries of the event's waiting list are kept, uncounted.
  `alter table events add column completed_at ${text} check (completed_at is null or status = 'completed')`,
];
