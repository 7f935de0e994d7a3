import type { Migration } from '../portable.ts';

export const visitorScreens: Migration = ({ text, flag, table }) => [
  // Raised by "New code": codes of an earlier generation are void.
  'alter table events add column code_generation integer not null default 1',

  `create table inventory_games (
    id ${text} primary key,
    name ${text} not null check (length(name) between 1 and 240),
    name_key ${text} not null,
    game_type ${text} not null check (game_type in ('board-game', 'card-game', 'video-game')),
    owner ${text} not null check (length(owner) between 1 and 240),
    player_count ${text} check (length(player_count) between 1 and 20),
    play_time integer check (play_time between 5 and 1440),
    description ${text} check (length(description) <= 2000),
    available ${flag('available')},
    visitor_id ${text} references visitors (id) on delete set null,
    created_at ${text} not null,
    removed_at ${text}
  ) ${table}`,
  'create index inventory_games_by_visitor on inventory_games (visitor_id)',

  // The last good list of the announcements channel, as the one row of its channel; list is JSON. The times of the last
  // two asks and the time to wait for keep all instances together within two asks a minute.
  `create table announcement_lists (
    channel_id ${text} primary key,
    asked_at ${text} not null,
    asked_before_at ${text},
    wait_until ${text},
    failed_at ${text},
    fetched_at ${text},
    list ${text},
    check ((list is null) = (fetched_at is null))
  ) ${table}`,
];
