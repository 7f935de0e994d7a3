import type { Migration } from '../portable.ts';

export const sessionsSeen: Migration = ({ text, table }) => [
  `alter table admin_sessions add column opened_by ${text} not null default 'password'
    check (opened_by in ('password', 'link'))`,

  // Made by a command on the server for an organiser without the password. A used one stays for a day, so that who opens
  // it again is told so.
  `create table admin_links (
    id ${text} primary key,
    token_hash ${text} not null unique,
    created_at ${text} not null,
    used_at ${text}
  ) ${table}`,

  // What organisers see of guesses; the limiter's own counts begin again after an hour or with the right password.
  `create table wrong_guesses (
    guesser ${text} not null,
    hour ${text} not null,
    count integer not null check (count > 0),
    last_at ${text} not null,
    primary key (guesser, hour)
  ) ${table}`,

  // Whose write it was: its answer, with the names in it, goes when the device asks to be forgotten. Without an index,
  // which every registration would pay for: few ask, and there are two days of answers to look at.
  `alter table idempotency_keys add column asked_by ${text}`,
];
