import type { Migration } from '../portable.ts';

export const editRevisions: Migration = () => [
  // Rises with every edit of what an organiser types; seats, status and the bracket have guards of their own.
  'alter table events add column edit_revision integer not null default 1 check (edit_revision >= 1)',
];
