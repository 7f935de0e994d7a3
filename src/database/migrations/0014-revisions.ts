import type { Migration } from '../portable.ts';

export const revisions: Migration = () => [
  // Rise with every change that screens show, so that a screen never replaces a row by an older one.
  'alter table events add column revision integer not null default 1 check (revision >= 1)',
  'alter table users add column revision integer not null default 1 check (revision >= 1)',
];
