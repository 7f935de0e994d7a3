import type { Migration } from '../portable.ts';

export const mentions: Migration = ({ text, flag, table }) => [
  // The ids and name keys that an entry holds: forgetting a device finds its entries here, without reading all of them.
  `create table audit_mentions (
    mention ${text} not null,
    entry_id ${text} not null references audit_entries (id) on delete cascade,
    primary key (mention, entry_id)
  ) ${table}`,
  'create index audit_mentions_by_entry on audit_mentions (entry_id)',

  // 0: the entry is older than the table above or was imported. SQL can't make name keys, so it is noted when a device is
  // first forgotten.
  `alter table audit_entries add column mentions_noted ${flag('mentions_noted')}`,
  'create index audit_entries_to_note on audit_entries (id) where mentions_noted = 0',

  // For forgetting a device. Ids of visitors are in the order of time, so that a registration appends to this index.
  'create index idempotency_keys_by_asker on idempotency_keys (asked_by)',
];
