/** Row types of the tables about callers: who they are, what they try, and what they sent. See schema.ts. */
import type { Generated } from 'kysely';
import type { HelperRole } from '#platform/staff.ts';

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
