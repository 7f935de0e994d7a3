import type { Migration } from '../portable.ts';

export const calendar: Migration = () => [
  // A visitor's calendar address is signed for its generation: a new address voids the earlier ones.
  'alter table visitors add column calendar_generation integer not null default 1 check (calendar_generation >= 1)',
];
