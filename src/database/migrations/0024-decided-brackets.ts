import type { Migration } from '../portable.ts';

export const decidedBrackets: Migration = () => [
  // Null without a bracket, and for one drawn before this schema until the job in features/brackets/jobs.ts has looked: only
  // the fold knows, and this layer must not import it.
  'alter table events add column bracket_decided integer check (bracket_decided in (0, 1))',
];
