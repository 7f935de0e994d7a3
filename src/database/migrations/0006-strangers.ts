import type { Migration } from '../portable.ts';

export const strangers: Migration = ({ text }) => [
  // Keyed hash of the network a visitor registered from, to find bursts by. A timed job clears it after 48 hours.
  `alter table visitors add column network ${text}`,
  // Only visitors that still have a network, so the job and the search for bursts read recent rows only.
  'create index visitors_with_network on visitors (created_at) where network is not null',
];
