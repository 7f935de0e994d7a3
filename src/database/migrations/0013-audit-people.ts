import type { Migration } from '../portable.ts';

export const auditPeople: Migration = ({ text, table }) => [
  // The people of an entry, to whom it refers by position: 0 is the one its subject begins with. Forgetting clears names
  // here and changes no entry. A reference to visitors would lock them after an event: forgetting locks them before.
  'drop table audit_mentions',
  `create table audit_people (
    entry_id ${text} not null references audit_entries (id) on delete cascade,
    position integer not null check (position >= 0),
    person_id ${text} not null,
    name ${text},
    visitor_id ${text},
    primary key (entry_id, position)
  ) ${table}`,
  'create index audit_people_by_visitor on audit_people (visitor_id)',

  // The event that an entry is about, also after its deletion.
  `alter table audit_entries add column event_id ${text}`,

  // 0: the entry is older than the table above or was imported, and holds names as text.
  'drop index audit_entries_to_note',
  'alter table audit_entries rename column mentions_noted to names_apart',
  'update audit_entries set names_apart = 0',
  'create index audit_entries_with_names on audit_entries (id) where names_apart = 0',
];
