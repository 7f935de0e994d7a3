import type { Migration } from '../portable.ts';

/** Named screens, the codes by which a wall becomes one, and their pictures. schema.ts says what the columns mean. */
export const screens: Migration = ({ text, time, json, table }) => [
  `create table screens (
    name ${text} primary key check (length(name) between 1 and 40),
    location ${text} check (length(location) between 1 and 120),
    pages ${text} not null${json('pages')},
    shown_now ${text}${json('shown_now')},
    shown_before ${text}${json('shown_before')},
    token_hash ${text},
    last_seen_at ${text},
    stranger_seen_at ${text},
    shows ${text}${json('shows')},
    formerly ${text},
    revision integer not null default 1 check (revision >= 1)
  ) ${table}`,

  `create table screen_codes (
    code ${text} primary key check (length(code) between 4 and 12),
    made_at ${text} not null ${time('made_at')},
    network ${text} not null,
    token_hash ${text} not null,
    polled_at ${text} ${time('polled_at')},
    name ${text} references screens (name) on delete cascade on update cascade
  ) ${table}`,
  'create index screen_codes_by_name on screen_codes (name)',

  `create table pictures (
    id ${text} primary key,
    media_type ${text} not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
    width integer not null check (width between 1 and 8000),
    height integer not null check (height between 1 and 8000),
    base64 ${text} not null check (length(base64) between 1 and 2800000),
    created_at ${text} not null ${time('created_at')}
  ) ${table}`,
];
