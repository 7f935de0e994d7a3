/** Row types of the tables about callers: who they are, what they try, and what they sent. See schema.ts. */
import type { Generated } from 'kysely';
import type { HelperRole, Staff } from '#platform/staff.ts';

/** Row types of the tables about points. See schema.ts. */

/** One change of a user's score. Never changed itself: `undoes` names the entry whose points this one takes back. */
type PointEntryTable = {
  id: string;
  user_id: string;
  points: number;
  kind: 'mission' | 'event' | 'award' | 'correction' | 'upload';
  reason: string;
  mission_id: string | null;
  event_id: string | null;
  upload_id: string | null;
  undoes: string | null;
  by_name: string | null;
  by_role: Staff['role'] | null;
  at: string;
};

/** A person’s claim to have done a mission. `entry_id`: the entry of an approved claim. `reason`: why staff refused it. */
type ClaimTable = {
  id: string;
  user_id: string;
  mission_id: string;
  /** What the mission said when it was claimed: its points are digits, or words. */
  task: string;
  worth: string;
  note: string | null;
  state: 'claimed' | 'approved' | 'refused';
  entry_id: string | null;
  reason: string | null;
  by_name: string | null;
  by_role: Staff['role'] | null;
  created_at: string;
  decided_at: string | null;
};

/** At most one row, which says since when (or from when on) the public standings are frozen, and how far the ceremony is. */
type StandingsTable = {
  one: 1;
  frozen_at: string | null;
  reveal_to: number | null;
  /** JSON of `Ranked[]`: the places 10 to 1 when the ceremony began. */
  ranking: string | null;
};

/** Whose account gets the points of a place, where an organiser said so. */
type PlaceAccountTable = { event_id: string; place_id: string; user_id: string };

export type PointsSchema = {
  place_accounts: PlaceAccountTable;
  point_entries: PointEntryTable;
  claims: ClaimTable;
  standings: StandingsTable;
};

/** Row types of jobs, push subscriptions, the outbox, messages and calls to a table. See schema.ts. */

/** Timed work that one instance at a time does; the others wait until `lease_until`. */
type JobTable = {
  name: string;
  next_at: string;
  lease_until: string | null;
  started_at: string | null;
  ended_at: string | null;
  /** Of the last run; null when it succeeded. */
  error: string | null;
  failures: Generated<number>;
};

/**
 * Where a device gets push messages. `p256dh` and `auth` are its keys in base64url, `kinds` is the JSON of the kinds it wants, `host`
 * its push service, and `network` the hash of where it subscribed. `failed`: how often in a row it was not reached.
 */
type PushSubscriptionTable = {
  host: Generated<string>;
  network: string | null;
  failed: Generated<number>;
  failed_since: string | null;
  reached_at: string | null;
  id: string;
  device_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  kinds: string;
};

/**
 * What one phone is to be told of one subject. `key` is the subject's on every phone, and `about` the JSON by which its slice makes what is
 * sent; `version` changes when it is told again. `told` is what the phone knows since the last message; null before.
 */
type OutboxTable = {
  key: string;
  subscription_id: string;
  kind: string;
  about: string;
  version: string;
  told: string | null;
  due_at: string;
  /** After it the message is of no use. */
  ends_at: string;
  tries: Generated<number>;
  lease_until: string | null;
  sent_at: string | null;
};

/** What organisers and hosts tell people. `by_name` is who wrote it, if they gave a name. */
type MessageTable = {
  id: string;
  text: string;
  urgent: 0 | 1;
  audience: 'everybody' | 'event' | 'staff';
  event_id: string | null;
  by_name: string | null;
  by_role: 'organiser' | 'host';
  created_at: string;
  ends_at: string;
  withdrawn_at: string | null;
  /** Rises with every edit and with its withdrawal. */
  revision: Generated<number>;
};

/** That an open page of a device showed an urgent message. */
type ShownMessageTable = { message_id: string; device_id: string };

/** A match that is called to a table. Deleted when it is decided, withdrawn or drawn again. `seen_by` is the JSON of entrants' ids. */
type MatchCallTable = {
  match_id: string;
  event_id: string;
  draw_id: string;
  /** The room key of the table: events in one room share its tables. */
  location: string;
  table_name: string;
  /** That of its name, which may be spelled otherwise in another event. */
  table_key: string;
  called_at: string;
  /** A list of the ids of those who are called, in JSON; when others play the match, the call ends. */
  entrants: string;
  seen_by: Generated<string>;
};

export type ToldSchema = {
  jobs: JobTable;
  push_subscriptions: PushSubscriptionTable;
  outbox: OutboxTable;
  messages: MessageTable;
  shown_messages: ShownMessageTable;
  match_calls: MatchCallTable;
};

type MetaTable = { key: string; value: string };

type VisitorTable = {
  id: string;
  /** Changed to lock the visitor also against rows that refer to it. */
  hold_key: string;
  created_at: string;
  /** Keyed hash of the network the visitor registered from, cleared after 48 hours. */
  network: string | null;
  /** Which of the visitor's calendar addresses is valid. */
  calendar_generation: Generated<number>;
};

/** A browser with our cookie. The first device of a visitor has the visitor's id. */
type DeviceTable = {
  id: string;
  visitor_id: string;
  token_hash: string;
  created_at: string;
  /** Written at most once an hour. */
  last_seen_at: string;
};

/**
 * What a device types once, as a keyed hash, to join a visitor or to take over `places`, the JSON of their ids. `made_by`
 * is the admin session of a handover.
 */
type DeviceCodeTable = {
  code_hash: string;
  visitor_id: string | null;
  places: string | null;
  made_by: string | null;
  made_at: string;
};

/** A visitor that joined another, for its calendar address. */
type JoinedVisitorTable = { id: string; visitor_id: string; calendar_generation: number };

type AdminSessionTable = {
  id: string;
  token_hash: string;
  created_at: string;
  last_seen_at: string;
  /** What the organiser said when they unlocked. */
  name: string | null;
};

/** Somebody with a job and no password; at most one of `event_id` and `location` limits where. Their link holds the secret. */
type HelperTable = {
  id: string;
  name: string;
  role: HelperRole;
  event_id: string | null;
  location: string | null;
  secret_hash: string;
  created_at: string;
  /** Null: two hours after the event, as it is now. */
  ends_at: string | null;
};

/** A device on which a helper's link was opened, with a cookie of its own. */
type HelperDeskTable = { id: string; helper_id: string; token_hash: string; opened_at: string; last_used_at: string };

/** One-time links that open an admin session; `used_at` is null until one is opened. */
type AdminLinkTable = { id: string; token_hash: string; created_at: string; used_at: string | null };

/** Wrong tries of the admin password and other secrets, per device or network. */
type AdminGuessTable = { guesser: string; failures: number; next_at: string; last_at: string };

/** Tries that many callers share, in the minute that began at `since`. */
type MinuteBudgetTable = { name: string; used: number; since: string };

/** `answer` is null only while the transaction that claimed the key is running. */
type IdempotencyKeyTable = {
  key: string;
  request_hash: string;
  answer: string | null;
  visitor_id: string | null;
  /** With the server's secret it derives the visitor's token again, for the same request only. */
  salt: string;
  created_at: string;
  /** The visitor who made the request; `visitor_id` is only set for a visitor that the write itself made. */
  asked_by: string | null;
};

export type CallerSchema = {
  meta: MetaTable;
  visitors: VisitorTable;
  devices: DeviceTable;
  device_codes: DeviceCodeTable;
  joined_visitors: JoinedVisitorTable;
  admin_sessions: AdminSessionTable;
  admin_links: AdminLinkTable;
  helpers: HelperTable;
  helper_desks: HelperDeskTable;
  admin_guesses: AdminGuessTable;
  minute_budgets: MinuteBudgetTable;
  idempotency_keys: IdempotencyKeyTable;
};
