/**
 * A small festival with rows in every table and a value in every column, in plain SQL for both databases. A new table or
 * column needs a row here: database/filled.test.ts says which.
 */
import { DatabaseSync } from 'node:sqlite';
import { NEWEST, schemaOf } from '#database/migrate.ts';
import { freshFile } from './backups.ts';

export const FILLED: readonly string[] = [
  `insert into meta (key, value) values
    ('secret', 'a-secret-of-last-year-9QmTz4xW7bLr2kVd5nHs'),
    ('admin password', 'argon2id:c2l4dGVlbiBieXRlcyAhIQ:kDWtXyOzyMwjqZvlWmKSHoRlTHhotGpVdhjpjh0iMOM'),
    ('sample data', 'on')`,
  `insert into visitors (id, hold_key, created_at) values
    ('v-phone', 'v-phone', '2025-11-14T16:55:00.000Z'),
    ('v-second', 'v-second', '2025-11-13T09:00:00.000Z')`,
  `insert into devices (id, visitor_id, token_hash, created_at, last_seen_at) values
    ('v-phone', 'v-phone', '0189acddf91cb37a8d8a39affcc7a48efea0a2920256c9e9cb24a97f491ef1b6', '2025-11-14T16:55:00.000Z',
     '2025-11-14T16:55:00.000Z'),
    ('v-second', 'v-second', '72e936c158bfcf486b888fd54bdc4465ba5af7f3b774a895670209f3a7848a6e', '2025-11-13T09:00:00.000Z',
     '2025-11-13T09:00:00.000Z')`,
  `insert into admin_sessions (id, token_hash, created_at, last_seen_at) values ('s-organiser-one',
    '578717e624afca91e8da5fb94fa490bbd9c2356e5cc477e44901a604216c2b20', '2025-11-14T15:00:00.000Z', '2025-11-14T16:59:30.000Z')`,
  `insert into admin_guesses (guesser, failures, next_at, last_at) values
    ('address 203.0.113.7', 6, '2025-11-14T16:30:02.000Z', '2025-11-14T16:30:00.000Z')`,
  `insert into idempotency_keys (key, request_hash, answer, visitor_id, salt, created_at) values
    ('0b0e7a54-6c1d-4f4e-9a55-1d2c3b4a5f60', 'c89e4cd00c3358b0c8e2d18a3904a0d3181a3e31a13aa6e226fbcb58a4bb9a01',
     '{"id":"r-alex","eventId":"e-open","playerName":"Alex","playerEmail":"alex@example.org","checkedIn":false}',
     'v-phone', 'a-salt-of-last-year', '2025-11-14T16:55:00.000Z')`,
  `insert into users (id, name, name_key, score, visitor_id, created_at) values
    ('u-alex', 'Alex', 'alex', 120, 'v-phone', '2025-11-14T16:55:00.000Z'),
    ('u-zoe', 'Zoë 🎲', 'zoë 🎲', -5, null, '2025-11-12T08:00:00.000Z'),
    ('u-most', 'Most', 'most', 10000000, 'v-second', '2025-11-12T08:00:01.000Z')`,
  `insert into events (id, title, event_type, description, start_time, duration, location, host, capacity, seats_taken,
    google_doc_url, tournament_type, status, bracket_drawn) values
    ('e-cup', 'Catan Cup', 'board-game', 'Trade, build, betray.', '2025-11-14T15:00:00.000Z', 120, 'Ballroom A', 'Priya', 4, 2,
     'https://example.org/rules', 'single-elimination', 'in-progress', 0),
    ('e-karaoke', 'Karaoke', 'course', '', '2025-11-15T04:30:00.000Z', 1440, 'Lounge', 'Mo', 10000, 0, null, null, 'upcoming', 0),
    ('e-open', 'Azul Open', 'card-game', 'Línea uno
línea dos', '2025-11-14T20:00:00.000Z', 15, 'Ballroom B', 'Noor', 2, 1, null, null, 'upcoming', 0),
    ('e-past', 'Kart Night', 'video-game', 'Bring a wheel.', '2025-11-13T20:00:00.000Z', 60, 'Arcade', 'Sam', 8, 0, null,
     'double-elimination', 'completed', 0)`,
  `insert into rsvps (id, event_id, player_name, name_key, player_email, checked_in, checked_in_at, visitor_id, created_at) values
    ('r-alex', 'e-open', 'Alex', 'alex', 'alex@example.org', 0, null, 'v-phone', '2025-11-14T16:55:00.000Z'),
    ('r-bo', 'e-cup', 'Bo', 'bo', null, 1, '2025-11-14T14:50:00.000Z', 'v-second', '2025-11-12T10:00:00.000Z'),
    ('r-zoe', 'e-cup', 'Zoë 🎲', 'zoë 🎲', null, 1, '2025-11-14T14:55:00.000Z', null, '2025-11-12T11:00:00.000Z')`,
  `update events set code_generation = 3 where id = 'e-open'`,
  `insert into inventory_games (id, name, name_key, game_type, owner, player_count, play_time, description, available,
    visitor_id, created_at, removed_at) values
    ('g-azul', 'Azul', 'azul', 'board-game', 'Noor', '2-4', 45, 'Tiles, and none to spare.', 1, 'v-phone', '2025-11-13T12:00:00.000Z', null),
    ('g-kart', 'Kart', 'kart', 'video-game', 'Sam', null, null, null, 0, null, '2025-11-13T13:00:00.000Z', null),
    ('g-gone', 'Gone', 'gone', 'card-game', 'Mo', '2', 5, null, 1, 'v-second', '2025-11-13T14:00:00.000Z', '2025-11-14T16:59:50.000Z')`,
  `update inventory_games set lent_to = 'Rosa', lent_at = '2025-11-14T16:30:00.000Z' where id = 'g-kart'`,
  `insert into open_games (id, game, location, places, at, note, host, visitor_id, created_at) values
    ('o-azul', 'Azul', 'Ballroom A', 3, '2025-11-14T18:00:00.000Z', 'Beginners welcome.', 'Alex', 'v-phone', '2025-11-14T16:58:00.000Z')`,
  `insert into open_game_players (id, game_id, name, name_key, visitor_id, created_at) values
    ('p-bo', 'o-azul', 'Bo', 'bo', 'v-second', '2025-11-14T16:59:00.000Z')`,
  `insert into open_game_reports (game_id, visitor_id) values ('o-azul', 'v-second')`,
  `insert into announcement_lists (channel_id, asked_at, asked_before_at, wait_until, failed_at, fetched_at, list) values
    ('1300000000000000001', '2025-11-14T16:59:00.000Z', '2025-11-14T16:58:00.000Z', '2025-11-14T17:30:00.000Z',
     '2025-11-14T16:59:00.000Z', '2025-11-14T16:58:01.000Z',
     '[{"id":"1","author":"Priya","authorAvatar":null,"content":"Doors at **nine**","timestamp":"2025-11-14T16:00:00.000Z","embeds":[]}]')`,
  `insert into audit_entries (id, at, session_id, action, subject, before, after) values
    ('a-1', '2025-11-13T09:00:00.000Z', 's-long-ago', 'event created', 'Karaoke', null, '{"title":"Karaoke"}'),
    ('a-2', '2025-11-13T09:05:00.000Z', 's-long-ago', 'user deleted', 'Kim', '{"name":"Kim","score":7}', null)`,
  `insert into bulk_uploads (id, file_name, file_type, uploaded_at, total_records, successful_updates, failed_updates,
    error_details) values ('b-1', 'friday.csv', 'csv', '2025-11-14T10:00:00.000Z', 3, 2, 1, '["Kim: two different scores, 3 and 4."]')`,
  `update events set bracket_drawn = 1 where id = 'e-cup'`,
  `insert into brackets (event_id, draw_id, entrants, options, drawn_at, drawn_by) values ('e-cup', 'd-1',
    '[{"rsvpId":"r-bo","userId":null,"name":"Bo"},{"rsvpId":"r-zoe","userId":"u-zoe","name":"Zoë 🎲"}]',
    '{"tournamentType":"single-elimination","thirdPlace":false}', '2025-11-14T15:00:00.000Z', 's-organiser-one')`,
  `insert into bracket_results (event_id, sequence, draw_id, entry, entered_at, session_id) values
    ('e-cup', 0, 'd-1', '{"kind":"score","match":"W1-1","scores":[2,0]}', '2025-11-14T15:20:00.000Z', 's-organiser-one'),
    ('e-cup', 1, 'd-1', '{"kind":"undo"}', '2025-11-14T15:21:00.000Z', null),
    ('e-cup', 2, 'd-1', '{"kind":"score","match":"W1-1","scores":[1,3]}', '2025-11-14T15:22:00.000Z', 's-organiser-one'),
    ('e-cup', 3, 'd-1', '{"kind":"undo"}', '2025-11-14T15:23:00.000Z', null)`,
  `insert into admin_sessions (id, token_hash, created_at, last_seen_at) values ('s-by-link',
    '37847d7b84c05b5806517191719db3514820833a8c4586c6a95b39fec07fe1a3', '2025-11-14T16:00:00.000Z', '2025-11-14T16:10:00.000Z')`,
  `insert into admin_links (id, token_hash, created_at, used_at) values
    ('l-used', 'cfca7fe9226bc7c1dc9d86b870f11dc01ba187c3f7c695a8fe4cceff9a19ee5b', '2025-11-14T15:58:00.000Z', '2025-11-14T16:00:00.000Z')`,
  `update admin_sessions set name = 'Priya' where id = 's-organiser-one'`,
  `insert into helpers (id, name, role, event_id, location, secret_hash, created_at, ends_at, extended_until) values
    ('h-mira', 'Mira', 'door', 'e-cup', null, '6f1d9d2f4b8f1c3a9d6f2f8c5b7e4a1d0c9b8a7f6e5d4c3b2a1f0e9d8c7b6a50', '2025-11-14T15:00:00.000Z',
     null, '2025-11-15T10:00:00.000Z'),
    ('h-jo', 'Jo', 'judge', null, 'Ballroom A', '70ad9d2f4b8f1c3a9d6f2f8c5b7e4a1d0c9b8a7f6e5d4c3b2a1f0e9d8c7b6a51', '2025-11-14T15:00:00.000Z',
     '2025-11-15T10:00:00.000Z', null)`,
  `insert into helper_desks (id, helper_id, token_hash, opened_at, last_used_at) values
    ('d-mira', 'h-mira', '81bd9d2f4b8f1c3a9d6f2f8c5b7e4a1d0c9b8a7f6e5d4c3b2a1f0e9d8c7b6a52', '2025-11-14T15:10:00.000Z',
     '2025-11-14T16:59:00.000Z')`,
  `update audit_entries set by_name = 'Priya', by_role = 'organiser' where id = 'a-2'`,
  `update brackets set drawn_by_name = 'Priya'`,
  `update bracket_results set entered_by_name = 'Jo' where sequence = 2`,
  `update rsvps set checked_in_by_name = 'Mira' where id = 'r-bo'`,
  `update idempotency_keys set asked_by = 'v-phone'`,
  `update visitors set network = 'Zk3vQ0cJrN1yXo2uT5sW8aB7dE6fG9hI' where id = 'v-phone'`,
  `insert into minute_budgets (name, used, since) values ('password', 3, '2025-11-14T16:30:00.000Z')`,
  `insert into check_in_alarms (event_id, at) values ('e-cup', '2025-11-14T15:02:00.000Z')`,
  `update rsvps set checked_in_by = 'code' where checked_in = 1 and event_id = 'e-cup'`,
  `insert into removals (id, removed_at, network, since, things) values
    ('x-1', '2025-11-14T16:58:00.000Z', 'Zk3vQ0cJrN1yXo2uT5sW8aB7dE6fG9hI', '2025-11-14T16:50:00.000Z', 1)`,
  `insert into removed_rows (removal_id, table_name, row_id, visitor_id, event_id, row) values ('x-1', 'rsvps', 'r-gone', 'v-second', 'e-open',
    '{"id":"r-gone","event_id":"e-open","player_name":"Script 1","name_key":"script 1","player_email":null,"checked_in":0,"checked_in_at":null,"visitor_id":"v-second","created_at":"2025-11-14T16:50:00.000Z","lent":0,"checked_in_by":null}')`,
  `insert into audit_entries (id, at, session_id, action, subject, before, after, event_id, names_apart) values ('a-3',
    '2025-11-13T09:10:00.000Z', 's-long-ago', 'walk-in added', '', null, '{"id":"r-bo","playerName":{"person":0}}', 'e-cup', 1)`,
  `insert into audit_people (entry_id, position, person_id, name, visitor_id) values ('a-3', 0, 'r-bo', 'Bo', 'v-second')`,
  `insert into rsvps (id, event_id, player_name, name_key, player_email, checked_in, checked_in_at, visitor_id, created_at) values
    ('r-kim', 'e-open', 'Kim', 'kim', null, 0, null, null, '2025-11-14T16:56:00.000Z')`,
  `insert into waiting_entries (id, event_id, position, player_name, name_key, player_email, visitor_id, created_at) values
    ('w-bo', 'e-open', 1, 'Bo', 'bo', 'bo@example.org', 'v-phone', '2025-11-14T16:57:00.000Z')`,
  `update events set seats_taken = 2, waiting = 1 where id = 'e-open'`,
  `insert into events (id, title, event_type, description, start_time, duration, location, host, capacity, seats_taken,
    google_doc_url, tournament_type, status, bracket_drawn, deleted_at) values ('e-deleted', 'Deleted', 'course', '',
    '2025-11-15T20:00:00.000Z', 60, 'Arcade', 'Sam', 8, 0, null, null, 'upcoming', 0, '2025-11-14T16:59:30.000Z')`,
  `insert into notices (visitor_id, id, event_id, kind, player_name, was, became, created_at, updated_at, seen_at) values
    ('v-phone', 'n-1', 'e-open', 'event', null,
     '{"title":"Azul Open","startTime":"2025-11-14T19:00:00.000Z","location":"Ballroom B","cancelled":false}',
     '{"title":"Azul Open","startTime":"2025-11-14T20:00:00.000Z","location":"Ballroom B","cancelled":false}',
     '2025-11-14T16:57:00.000Z', '2025-11-14T16:58:00.000Z', '2025-11-14T16:59:00.000Z'),
    ('v-second', 'n-2', 'e-cup', 'promoted', 'Bo',
     '{"title":"Catan Cup","startTime":"2025-11-14T15:00:00.000Z","location":"Ballroom A","cancelled":false}',
     '{"title":"Catan Cup","startTime":"2025-11-14T15:00:00.000Z","location":"Ballroom A","cancelled":false}',
     '2025-11-14T14:00:00.000Z', '2025-11-14T14:00:00.000Z', null)`,
  `insert into events (id, title, event_type, description, start_time, duration, location, host, capacity, seats_taken,
    google_doc_url, tournament_type, status, bracket_drawn, completed_at) values ('e-completed', 'Completed', 'course', '',
    '2025-11-13T20:00:00.000Z', 60, 'Arcade', 'Sam', 8, 0, null, null, 'completed', 0, '2025-11-14T16:59:30.000Z')`,
  `insert into amendments (id, kind, place_id, event_id, visitor_id, place, became, amended_at) values
    ('a-1', 'removed', 'r-gone', 'e-open', 'v-phone',
     '{"id":"r-gone","event_id":"e-open","player_name":"Gone","name_key":"gone","player_email":null,"checked_in":0,"checked_in_at":null,"visitor_id":"v-phone","created_at":"2025-11-14T16:00:00.000Z","lent":0,"checked_in_by":null}',
     '{"withdrawal":null}', '2025-11-14T16:59:30.000Z')`,
  `update events set late_minutes = 25 where id = 'e-open'`,
  `insert into devices (id, visitor_id, token_hash, created_at, last_seen_at) values ('d-tablet', 'v-phone',
    '5f2b1c9f3a4f5de70dca8f6a1a8e3ee2a3f1d8d7b3a4a0b9d6a7c8e9f0a1b2c3', '2025-11-14T16:40:00.000Z', '2025-11-14T16:50:00.000Z')`,
  `insert into device_codes (code_hash, visitor_id, places, made_by, made_at) values
    ('8c1e5b0d7a6f4e3c2b1a0f9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c4b3a2f1e0d9c', 'v-phone', null, null, '2025-11-14T16:58:00.000Z'),
    ('9d2f6c1e8b7a5f4d3c2b1a0f9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c4b3a2f1e0d', null, '["r-bo"]', 's-organiser-one', '2025-11-14T16:59:00.000Z')`,
  `insert into joined_visitors (id, visitor_id, calendar_generation) values ('v-joined', 'v-phone', 2)`,
  `insert into door_taps (id, place_id, checks_in, made_at) values ('t-1', 'r-bo', 1, '2025-11-14T14:50:00.000Z')`,
  `update events set bracket_decided = 0 where id = 'e-cup'`,
  `update rsvps set lent = 1 where id = 'r-zoe'`,
  `update events set edited_at = '2025-11-14T12:00:00.000Z' where id = 'e-open'`,
  `insert into jobs (name, next_at, lease_until, started_at, ended_at, error, failures) values
    ('delete events for good', '2025-11-14T17:00:15.000Z', '2025-11-14T17:01:00.000Z', '2025-11-14T17:00:00.000Z', '2025-11-14T16:59:45.000Z',
     'the database was away', 2)`,
  `insert into push_subscriptions (id, device_id, host, network, failed, failed_since, reached_at, endpoint, p256dh, auth, kinds)
    values ('p-phone', 'v-phone', 'push.example', 'net', 1, '2025-11-14T16:00:00.000Z', '2025-11-14T15:00:00.000Z',
    'https://push.example.org/send/4f1d', 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM', 'tBHItJI5svbpez7KI4CCXg',
    '["starts","changed"]')`,
  `insert into outbox (key, subscription_id, kind, about, version, told, due_at, ends_at, tries, lease_until, sent_at) values
    ('starts e-open', 'p-phone', 'starts', '{"eventId":"e-open","startsAt":"2025-11-14T20:00:00.000Z"}', 'v-1', 'starts', '2025-11-14T19:45:00.000Z', '2025-11-14T20:00:00.000Z', 1,
     '2025-11-14T19:46:00.000Z', '2025-11-14T19:45:02.000Z')`,
  `insert into messages (id, text, urgent, audience, event_id, by_name, by_role, created_at, ends_at, withdrawn_at) values
    ('m-cup', 'Bring a chair.', 0, 'event', 'e-cup', 'Priya', 'host', '2025-11-14T14:00:00.000Z', '2025-11-14T18:00:00.000Z', '2025-11-14T15:00:00.000Z'),
    ('m-all', 'The doors are open.', 1, 'everybody', null, null, 'organiser', '2025-11-14T14:00:00.000Z', '2025-11-14T18:00:00.000Z', null)`,
  `insert into shown_messages (message_id, device_id) values ('m-all', 'v-phone')`,
  `update events set tables = '["1","2"]', closed_tables = '{"2":"wet"}', calls_by_itself = 1 where id = 'e-cup'`,
  `update rsvps set fixed_table = '1' where id = 'r-bo'`,
  `update users set shown_score = score, loose_key = replace(name_key, 'ë 🎲', 'e🎲'), code = 'K7' || id, badge_group = 'Family of ' || id, seen_at = '2025-11-14T16:00:00.000Z'`,
  `insert into users (id, name, name_key, score, visitor_id, created_at, loose_key, deleted_at) values ('u-deleted', 'Deleted', 'deleted', 0, 'v-phone',
    '2025-11-12T08:00:02.000Z', 'deleted', '2025-11-14T16:59:30.000Z')`,
  `insert into point_entries (id, user_id, points, kind, reason, mission_id, event_id, upload_id, undoes, by_name, by_role, at) values
    ('pe-1', 'u-alex', 120, 'upload', 'Uploaded: friday.csv', null, null, 'b-1', null, null, null, '2025-11-14T10:00:00.000Z'),
    ('pe-2', 'u-zoe', -5, 'award', 'Late for her own match', null, 'e-cup', null, null, 'Priya', 'organiser', '2025-11-14T15:30:00.000Z'),
    ('pe-3', 'u-most', 10000000, 'correction', 'Corrected to 10,000,000', null, null, null, null, 'Priya', 'organiser', '2025-11-14T15:31:00.000Z'),
    ('pe-4', 'u-alex', 3, 'mission', 'Find a dragon meeple', 'find-a-dragon-meeple', null, null, null, 'Jo', 'points', '2025-11-14T15:32:00.000Z'),
    ('pe-5', 'u-alex', -3, 'mission', 'Undone: Find a dragon meeple', 'find-a-dragon-meeple', null, null, 'pe-4', 'Jo', 'points', '2025-11-14T15:33:00.000Z')`,
  `insert into claims (id, user_id, mission_id, task, worth, note, state, entry_id, reason, by_name, by_role, created_at, decided_at) values
    ('c-1', 'u-alex', 'find-a-dragon-meeple', 'Find a dragon meeple', '1 per color', 'Bo saw it', 'approved', 'pe-4', null, 'Jo', 'points', '2025-11-14T15:20:00.000Z', '2025-11-14T15:32:00.000Z'),
    ('c-2', 'u-alex', 'win-a-thumb-war', 'Win a thumb war', '5', null, 'refused', null, 'Nobody saw it', 'Jo', 'points', '2025-11-14T15:21:00.000Z', '2025-11-14T15:34:00.000Z')`,
  `insert into standings (one, frozen_at, reveal_to, ranking) values (1, '2025-11-16T16:00:00.000Z', 11,
    '[{"userId":"u-alex","rank":1,"points":120}]')`,
  `update events set points = '{"places":[10,5,3],"takingPart":1}', format = '{"minutes":30}', former_revision = 4, round_clock = '{"round":1,"endsAt":null,"left":60}' where id = 'e-cup'`,
  `insert into place_accounts (event_id, place_id, user_id) values ('e-cup', 'r-bo', 'u-alex')`,
  `update bulk_uploads set undone_at = '2025-11-14T10:05:00.000Z' where id = 'b-1'`,
  `insert into match_calls (match_id, event_id, draw_id, location, table_name, table_key, called_at, entrants, seen_by) values
    ('e-cup_W1-1', 'e-cup', 'd-1', 'ballrooma', '1', '1', '2025-11-14T15:10:00.000Z', '["r-bo","r-zoe"]', '["r-bo"]')`,
  `update brackets set passed_over = '["W1-1"]' where event_id = 'e-cup'`,
  `insert into match_reports (match_id, event_id, visitor_id, revision, result, reported_at) values
    ('e-cup_W1-1', 'e-cup', 'v-phone', 1, '{"winner":1}', '2025-11-14T15:20:00.000Z')`,
  `update events set reports = 1, release_after = 10 where id = 'e-cup'`,
  `insert into released_places (id, event_id, visitor_id, name_key, place, released_at) values
    ('r-gone', 'e-cup', 'v-phone', 'gone', '{"id":"r-gone","event_id":"e-cup","visitor_id":"v-phone","player_name":"Gone","name_key":"gone"}', '2025-11-14T15:20:00.000Z')`,
  `insert into queue_entries (id, event_id, visitor_id, player_name, name_key, note, state, rank, absences, created_at, called_at, done_at, seen) values
    ('q-1', 'e-cup', 'v-phone', 'Zoë', 'zoë', 'Dancing Queen', 'done', 1, 1, '2025-11-14T15:00:00.000Z', '2025-11-14T15:10:00.000Z', '2025-11-14T15:14:00.000Z', 1)`,
  `update events set queue = 1, queue_paused = 1 where id = 'e-cup'`,
  `update events set questions = '[{"id":"q-age","label":"Age","kind":"number","required":true}]' where id = 'e-open'`,
  `insert into event_feedback (id, event_id, visitor_id, stars, text, given_at) values
    ('f-bo', 'e-past', 'v-second', 4, 'More wheels.', '2025-11-14T09:00:00.000Z')`,
  `insert into event_stars (visitor_id, event_id) values ('v-second', 'e-open')`,
  `update events set waited = 2 where id = 'e-past'`,
  `update events set draft = 1, lottery = 1 where id = 'e-karaoke'`,
  `update rsvps set answers = '{"q-age":12}' where id = 'r-alex'`,
  `update waiting_entries set answers = '{"q-age":13}'`,
  `update rsvps set coming = 1, asked_at = '2025-11-14T15:00:00.000Z', handed_over = 1 where id = 'r-bo'`,
  `update bracket_results set agreed_by = '["r-bo","r-zoe"]' where event_id = 'e-cup'`,
  `insert into screens (name, location, pages, shown_now, shown_before, token_hash, last_seen_at, stranger_seen_at, shows, formerly) values ('arcade', 'Arcade', '[{"kind":"now-here","seconds":20}]',
    '{"kind":"ceremony","seconds":600}', '{"kind":"messages","seconds":15}', 'hash', '2025-11-14T16:59:00.000Z', '2025-11-14T16:58:00.000Z', '{"kind":"messages"}', 'games')`,
  `insert into screen_codes (code, made_at, network, token_hash, polled_at, name) values ('K7QPX', '2025-11-14T16:55:00.000Z', 'net', 'hash', '2025-11-14T16:56:00.000Z', 'arcade')`,
  `insert into pictures (id, media_type, width, height, name, base64, created_at) values ('pic-1', 'image/png', 1, 1, 'Dice Tower Inn',
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', '2025-11-14T12:00:00.000Z')`,
  `update waiting_entries set group_id = 'w-bo', holds_seat = 0, handed_over = 1 where id = 'w-bo'`,
];

/** For SQLite. */
export const filledFestival = (): string[] => [
  ...schemaOf(NEWEST),
  `insert into schema_version (version) values (${NEWEST})`,
  ...FILLED,
];

/** Returns the path of a new file with this festival. */
export async function filledFile(): Promise<string> {
  const file = await freshFile();
  const database = new DatabaseSync(file);
  for (const statement of filledFestival()) database.exec(statement);
  database.close();
  return file;
}
