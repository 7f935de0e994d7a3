import type { Generated } from 'kysely';
import type { HelperRole, Staff } from '#platform/staff.ts';

/** Never changed: `undoes` names the entry whose points this one takes back. */
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

/** `entry_id`: of an approved claim. `reason`: why staff refused it. */
type ClaimTable = {
  id: string;
  user_id: string;
  mission_id: string;
  /** At the time of the claim: points as digits, or words. */
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

/** At most one row. `frozen_at` may lie ahead. */
type StandingsTable = {
  one: 1;
  frozen_at: string | null;
  reveal_to: number | null;
  /** JSON of `Ranked[]`: the places 10 to 1 when the ceremony began. */
  ranking: string | null;
};

/** Whose account gets a place's points, where an organiser said so. */
type PlaceAccountTable = { event_id: string; place_id: string; user_id: string };

export type PointsSchema = {
  place_accounts: PlaceAccountTable;
  point_entries: PointEntryTable;
  claims: ClaimTable;
  standings: StandingsTable;
};

/** One instance at a time works on it; the others wait until `lease_until`. */
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
 * `p256dh` and `auth`: the device's keys in base64url. `kinds`: JSON. `host`: its push service. `network`: hash of
 * where it subscribed. `failed`: how often in a row it was not reached.
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
 * What one phone is told of one subject. `key`: the subject's, on every phone. `about`: JSON by which its slice makes
 * the message. `version` changes when it is told again. `told`: what the phone knows since the last message; null
 * before.
 */
type OutboxTable = {
  key: string;
  subscription_id: string;
  kind: string;
  about: string;
  version: string;
  told: string | null;
  due_at: string;
  /** Afterwards the message is of no use. */
  ends_at: string;
  tries: Generated<number>;
  lease_until: string | null;
  sent_at: string | null;
};

/** `by_name`: who wrote it, if they gave a name. */
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
  /** Rises with every edit and with the withdrawal. */
  revision: Generated<number>;
};

/** An open page of the device showed the urgent message. */
type ShownMessageTable = { message_id: string; device_id: string };

/** Deleted when the match is decided, withdrawn or drawn again. `seen_by`: JSON of entrants' ids. */
type MatchCallTable = {
  match_id: string;
  event_id: string;
  draw_id: string;
  /** Room key of the table: events in one room share its tables. */
  location: string;
  table_name: string;
  /** Another event may spell the table's name otherwise. */
  table_key: string;
  called_at: string;
  /** JSON of the ids of those who are called; when others play the match, the call ends. */
  entrants: string;
  seen_by: Generated<string>;
};

type QueueEntryTable = {
  id: string;
  event_id: string;
  visitor_id: string | null;
  player_name: string;
  name_key: string;
  note: string | null;
  state: 'waiting' | 'called' | 'done' | 'gone';
  /** Lower is earlier. */
  rank: number;
  absences: Generated<number>;
  created_at: string;
  called_at: string | null;
  done_at: string | null;
  /** The phone showed the call. */
  seen: Generated<0 | 1>;
};

type ReleasedPlaceTable = {
  id: string;
  event_id: string;
  visitor_id: string | null;
  name_key: string;
  /** JSON of the row, without the email. */
  place: string;
  released_at: string;
};

type MatchReportTable = {
  match_id: string;
  event_id: string;
  visitor_id: string;
  /** Of the match when it was said; of another revision it is void. */
  revision: number;
  /** JSON, as sent. */
  result: string;
  reported_at: string;
};

export type ToldSchema = {
  jobs: JobTable;
  push_subscriptions: PushSubscriptionTable;
  outbox: OutboxTable;
  messages: MessageTable;
  shown_messages: ShownMessageTable;
  match_calls: MatchCallTable;
  match_reports: MatchReportTable;
  released_places: ReleasedPlaceTable;
  queue_entries: QueueEntryTable;
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
 * Typed once, as a keyed hash, to join a visitor or take over `places`, JSON of ids. `made_by`: the admin session of a
 * handover.
 */
type DeviceCodeTable = {
  code_hash: string;
  visitor_id: string | null;
  places: string | null;
  made_by: string | null;
  made_at: string;
};

/** For its calendar address. */
type JoinedVisitorTable = { id: string; visitor_id: string; calendar_generation: number };

type AdminSessionTable = {
  id: string;
  token_hash: string;
  created_at: string;
  last_seen_at: string;
  /** Given by the organiser when they unlocked. */
  name: string | null;
};

/** Somebody with a job and no password. At most one of `event_id` and `location` limits where. */
type HelperTable = {
  id: string;
  name: string;
  role: HelperRole;
  event_id: string | null;
  location: string | null;
  secret_hash: string;
  created_at: string;
  /** Null: two hours after the event, as it is now, and not before `extended_until`. */
  ends_at: string | null;
  /** Of a link that was extended when its event was over, and follows it if it moves. */
  extended_until: string | null;
};

/** A device on which a helper's link was opened. */
type HelperDeskTable = { id: string; helper_id: string; token_hash: string; opened_at: string; last_used_at: string };

/** One-time; opens an admin session. `used_at` is null until then. */
type AdminLinkTable = { id: string; token_hash: string; created_at: string; used_at: string | null };

/** Wrong tries of the admin password and other secrets, per device or network. */
type AdminGuessTable = { guesser: string; failures: number; next_at: string; last_at: string };

/** Of many callers together, in the minute that began at `since`. */
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
  /** Who made the request; `visitor_id` is only set for a visitor that the write itself made. */
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
