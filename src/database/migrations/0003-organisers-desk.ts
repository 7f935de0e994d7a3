import type { Migration } from '../portable.ts';

export const organisersDesk: Migration = ({ text, table }) => [
  // The session may be long gone; its id still tells which changes belong together.
  `create table audit_entries (
    id ${text} primary key,
    at ${text} not null,
    session_id ${text} not null,
    action ${text} not null,
    subject ${text} not null,
    before ${text},
    after ${text}
  ) ${table}`,
  'create index audit_entries_by_time on audit_entries (at, id)',

  `create table bulk_uploads (
    id ${text} primary key,
    file_name ${text} not null,
    file_type ${text} not null,
    uploaded_at ${text} not null,
    total_records integer not null check (total_records >= 0),
    successful_updates integer not null check (successful_updates >= 0),
    failed_updates integer not null check (failed_updates >= 0),
    error_details ${text} not null
  ) ${table}`,
  'create index bulk_uploads_by_time on bulk_uploads (uploaded_at, id)',
];
