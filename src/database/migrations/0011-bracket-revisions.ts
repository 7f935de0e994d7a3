import type { Migration } from '../portable.ts';

export const bracketRevisions: Migration = () => [
  // The bracket's revision when it was drawn; each result adds 1, and a new draw goes on from there, so no number of one
  // event means two states. It never changes after the draw.
  'alter table brackets add column drawn_revision integer not null default 1 check (drawn_revision >= 1)',
];
