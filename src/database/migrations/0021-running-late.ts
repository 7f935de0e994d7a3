import type { Migration } from '../portable.ts';

export const runningLate: Migration = () => [
  'alter table events add column late_minutes integer not null default 0 check (late_minutes >= 0)',
];
