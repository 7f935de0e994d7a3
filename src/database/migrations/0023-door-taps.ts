import type { Migration } from '../portable.ts';

export const doorTaps: Migration = ({ text, table }) => [
  // Check-ins and undos by organisers of the last two days, because phones without network send theirs late and in any order.
  // id is the phone's, so that a tap sent again is known. No reference: a walk-in sent again must not add one who was removed.
  `create table door_taps (
    id ${text} primary key,
    place_id ${text} not null,
    checks_in integer not null check (checks_in in (0, 1)),
    made_at ${text} not null
  ) ${table}`,
  'create index door_taps_by_place on door_taps (place_id)',
];
