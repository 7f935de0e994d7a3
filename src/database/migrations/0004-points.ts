import type { Migration } from '../portable.ts';

/** The ledger of points, claims, accounts' codes, and standings that can be frozen. schema.ts says what the columns mean. */
export const points: Migration = ({ text, time, json, table }) => [
  'alter table users add column shown_score integer not null default 0',
  'alter table users add column shown_revision integer not null default 1',
  `alter table users add column loose_key ${text}`,
  `alter table users add column code ${text} check (length(code) between 4 and 12)`,
  `alter table users add column seen_at ${text} ${time('seen_at')}`,
  `alter table users add column deleted_at ${text} ${time('deleted_at')}`,
  'update users set shown_score = score, shown_revision = revision',
  'create index users_by_shown_score on users (shown_score desc, name_key)',
  'create unique index users_by_loose_key on users (loose_key)',
  'create index hidden_users on users (deleted_at) where deleted_at is not null',
  'create unique index users_by_code on users (code)',

  // Never changed: an undo is a further entry with the opposite points. A user's score is the sum.
  `create table point_entries (
    id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    points integer not null,
    kind ${text} not null check (kind in ('mission', 'event', 'award', 'correction', 'upload')),
    reason ${text} not null check (length(reason) between 1 and 1200),
    mission_id ${text},
    event_id ${text},
    upload_id ${text},
    undoes ${text} unique references point_entries (id) on delete cascade,
    by_name ${text},
    by_role ${text},
    at ${text} not null ${time('at')}
  ) ${table}`,
  'create index point_entries_by_user on point_entries (user_id, at)',
  'create index point_entries_by_event on point_entries (event_id) where event_id is not null',
  'create index point_entries_by_upload on point_entries (upload_id) where upload_id is not null',
  `insert into point_entries (id, user_id, points, kind, reason, at)
    select 'before-' || id, id, score, 'correction', 'Points from before there was a list', created_at from users where score <> 0`,

  `create table claims (
    id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    mission_id ${text} not null check (length(mission_id) between 1 and 80),
    task ${text} not null check (length(task) between 1 and 1200),
    worth ${text} not null check (length(worth) between 1 and 160),
    note ${text},
    state ${text} not null check (state in ('claimed', 'approved', 'refused')),
    entry_id ${text} unique references point_entries (id) on delete set null,
    reason ${text},
    by_name ${text},
    by_role ${text},
    created_at ${text} not null ${time('created_at')},
    decided_at ${text},
    check ((decided_at is null) = (state = 'claimed'))
  ) ${table}`,
  `create unique index open_claims on claims (user_id, mission_id) where state = 'claimed'`,
  'create index claims_by_user on claims (user_id)',
  'create index claims_by_state on claims (state, created_at)',

  'alter table removals add column claims integer not null default 0 check (claims >= 0)',
  // Again, with claims among the kinds.
  `create table removed_rows_of_all_kinds (
    removal_id ${text} not null references removals (id) on delete cascade,
    kind ${text} not null check (kind in ('place', 'account', 'game', 'claim')),
    row_id ${text} not null,
    visitor_id ${text} not null references visitors (id) on delete cascade,
    event_id ${text},
    row ${text} not null${json('row')},
    check ((kind = 'place') = (event_id is not null)),
    primary key (removal_id, kind, row_id)
  ) ${table}`,
  'insert into removed_rows_of_all_kinds select * from removed_rows',
  'drop table removed_rows',
  'alter table removed_rows_of_all_kinds rename to removed_rows',
  'create index removed_rows_by_visitor on removed_rows (visitor_id)',

  // At most one row. Writes of points lock it. frozen_at may lie ahead; reveal_to is the lowest rank that the ceremony has told,
  // of its ranking, which is that of the moment when it began.
  `create table standings (
    one integer primary key check (one = 1),
    frozen_at ${text} ${time('frozen_at')},
    reveal_to integer check (reveal_to between 0 and 11),
    ranking ${text}${json('ranking')},
    check (reveal_to is null or frozen_at is not null),
    check ((reveal_to is null) = (ranking is null))
  ) ${table}`,

  // Whose account gets the points of a place, where an organiser said so. A place that is removed and comes back has it still.
  `create table place_accounts (
    event_id ${text} not null references events (id) on delete cascade,
    place_id ${text} not null,
    user_id ${text} not null references users (id) on delete cascade,
    primary key (event_id, place_id)
  ) ${table}`,
  'create index place_accounts_by_user on place_accounts (user_id)',

  `alter table events add column points ${text}${json('points')}`,

  `alter table bulk_uploads add column undone_at ${text} ${time('undone_at')}`,
];
