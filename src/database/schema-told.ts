/** Row types of jobs, push subscriptions, the outbox, messages and calls to a table. See schema.ts. */
import type { Generated } from 'kysely';

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
