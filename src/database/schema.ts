/**
 * Times are ISO 8601 UTC text, flags 0 or 1 (see portable.ts). Ids are random UUIDs that begin with the time, except
 * those of users (`idsAtRandom` in duties.ts).
 */
import type { Generated, Kysely } from 'kysely';
import type { Staff } from '#platform/staff.ts';
import type { CallerSchema, PointsSchema, ToldSchema } from './schema-people.ts';

/** `pages`: JSON of its playlist. `shown_now`: of the page shown instead. `shows`: of what it said last. */
type ScreenTable = {
  name: string;
  location: string | null;
  pages: string;
  shown_now: string | null;
  /** During the ceremony: `shown_now` before it. */
  shown_before: string | null;
  /** Of the computer that got the name by a code last; null while it was only opened by its address. */
  token_hash: string | null;
  last_seen_at: string | null;
  /** When a computer without the token last said that it shows this paired screen, to half a minute. */
  stranger_seen_at: string | null;
  shows: string | null;
  /** The name before it was changed: walls go on with it. */
  formerly: string | null;
  revision: Generated<number>;
};

/** What a wall without a name shows, so that an organiser can give it one; `name` once they did. */
type ScreenCodeTable = {
  code: string;
  made_at: string;
  network: string;
  token_hash: string;
  polled_at: string | null;
  name: string | null;
};

/** Text, because both databases and a festival file hold text alike. */
type PictureTable = {
  id: string;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  base64: string;
  name: string;
  created_at: string;
};

type ScreensSchema = { screens: ScreenTable; screen_codes: ScreenCodeTable; pictures: PictureTable };

type Flag = 0 | 1;

type UserTable = {
  id: string;
  name: string;
  name_key: string;
  score: number;
  visitor_id: string | null;
  created_at: string;
  /** Rises with every change of name or score. */
  revision: Generated<number>;
  /** Public score and revision, which stay while the standings are frozen. */
  shown_score: Generated<number>;
  shown_revision: Generated<number>;
  /** Null for a name from before that another user's name resembles. */
  loose_key: string | null;
  code: string | null;
  /** Printed on the badge; '' for none, null for an account without a badge. */
  badge_group: string | null;
  seen_at: string | null;
  /** Hidden since then; a job deletes it after a minute. */
  deleted_at: string | null;
};

type EventTable = {
  id: string;
  title: string;
  event_type: 'course' | 'board-game' | 'card-game' | 'video-game';
  description: string;
  start_time: string;
  duration: number;
  location: string;
  host: string;
  capacity: number;
  seats_taken: number;
  google_doc_url: string | null;
  tournament_type: string | null;
  status: 'upcoming' | 'in-progress' | 'completed';
  bracket_drawn: Flag;
  /** Nothing is left to play. Null without a bracket. */
  bracket_decided: Flag | null;
  code_generation: Generated<number>;
  /** docs/architecture.md "Two organisers at once" */
  edit_revision: Generated<number>;
  /** When what calendars show was last changed. Null for imported and restored events: their revision says it. */
  edited_at: string | null;
  /** Rises with every change, also of seats and status. */
  revision: Generated<number>;
  /** Number of waiting entries; 0 while the event is completed. */
  waiting: Generated<number>;
  /** Minutes; of a hidden or completed event, when that happened. */
  late_minutes: Generated<number>;
  /** Hidden since then, while the deletion can be undone. */
  deleted_at: string | null;
  /** While that can be undone. */
  completed_at: string | null;
  /** JSON of their names. */
  tables: Generated<string>;
  /** JSON: why a table is closed, by its name. */
  closed_tables: Generated<string>;
  /** A ready match is called as soon as a table is free. */
  calls_by_itself: Generated<Flag>;
  /** JSON; null for none. Given when the event is completed. */
  points: string | null;
  /** JSON of what the tournament's format asks; null for all as it suggests. */
  format: string | null;
  /** JSON; null while none runs or is paused. */
  round_clock: string | null;
  /** The last revision of a bracket that was taken back. */
  former_revision: Generated<number>;
  /** Players report their results. */
  reports: Generated<Flag>;
  /** Minutes after the start; null for never. */
  release_after: number | null;
  /** People take numbers, and no places. */
  queue: Generated<Flag>;
  queue_paused: Generated<Flag>;
  draft: Generated<Flag>;
  /** Its places are still to be drawn: its line waits for that, and `waiting` is 0. */
  lottery: Generated<Flag>;
  /** How many never got a place: counted when the line ends. */
  waited: Generated<number>;
  /** JSON of what people are asked who take a place. */
  questions: Generated<string>;
};

type RsvpTable = {
  id: string;
  event_id: string;
  player_name: string;
  name_key: string;
  player_email: string | null;
  checked_in: Flag;
  checked_in_at: string | null;
  visitor_id: string | null;
  created_at: string;
  /** `owner`: the device that holds the place. `code`: another with the event's code. Null also in older files. */
  checked_in_by: 'owner' | 'code' | 'staff' | null;
  /** Of a check-in by staff, if they gave a name. */
  checked_in_by_name: string | null;
  /** The seat was added for this person, and ends with the place. */
  lent: Generated<Flag>;
  /** This person always plays there. */
  fixed_table: string | null;
  /** Staff gave the place to another phone. */
  handed_over: Generated<Flag>;
  /** Their person said so, which keeps the place longer. */
  coming: Generated<Flag>;
  /** JSON: answers to the event's questions; null for none. */
  answers: string | null;
  /** When the person was asked whether they come. */
  asked_at: string | null;
};

/** The lowest position is the first. */
type WaitingEntryTable = {
  id: string;
  event_id: string;
  position: number;
  player_name: string;
  name_key: string;
  player_email: string | null;
  visitor_id: string | null;
  created_at: string;
  /** Equal for those who get their places together. */
  group_id: string | null;
  /** A seat is kept for this person until the rest of the group have theirs. */
  holds_seat: Generated<Flag>;
  /** As of a place. */
  answers: string | null;
  /** Staff gave the entry to another phone. */
  handed_over: Generated<Flag>;
};

type EventFeedbackTable = {
  id: string;
  event_id: string;
  visitor_id: string | null;
  stars: number;
  text: string;
  given_at: string;
};

type EventStarTable = { visitor_id: string; event_id: string };

/** Too many names were tried with the event's check-in code. */
type CheckInAlarmTable = { event_id: string; at: string };

type DoorTapTable = { id: string; place_id: string; checks_in: Flag; made_at: string };

type NoticeTable = {
  visitor_id: string;
  /** Equal for everybody who was told of one change. */
  id: string;
  event_id: string;
  kind: 'event' | 'promoted' | 'moved' | 'removed' | 'handed-over';
  /** Whose place it is; null for `event`. */
  player_name: string | null;
  was: string;
  became: string;
  created_at: string;
  updated_at: string;
  seen_at: string | null;
};

/** While it can be undone. `place`: JSON of its row before. `became`: of an `Effect`. */
type AmendmentTable = {
  id: string;
  kind: 'renamed' | 'moved' | 'removed';
  place_id: string;
  event_id: string;
  visitor_id: string | null;
  place: string;
  became: string;
  amended_at: string;
};

type InventoryGameTable = {
  id: string;
  name: string;
  name_key: string;
  game_type: 'board-game' | 'card-game' | 'video-game';
  owner: string;
  player_count: string | null;
  play_time: number | null;
  description: string | null;
  available: Flag;
  visitor_id: string | null;
  created_at: string;
  /** Set while a removal can still be undone. */
  removed_at: string | null;
  /** Who has it from the library, and since when. */
  lent_to: Generated<string | null>;
  lent_at: Generated<string | null>;
};

/** `at`: when it begins, null for when it was made. `places`: others wanted. `host`: a name. */
type OpenGameTable = {
  id: string;
  game: string;
  location: string;
  places: number;
  at: string | null;
  note: string | null;
  host: string;
  visitor_id: string;
  created_at: string;
};

type OpenGamePlayerTable = {
  id: string;
  game_id: string;
  name: string;
  name_key: string;
  visitor_id: string;
  created_at: string;
};

type OpenGameReportTable = { game_id: string; visitor_id: string };

/** Per channel, made at its first request. `list`: JSON of the announcements as sent. */
type AnnouncementListTable = {
  channel_id: string;
  asked_at: string;
  asked_before_at: string | null;
  /** Discord's own Retry-After. */
  wait_until: string | null;
  failed_at: string | null;
  fetched_at: string | null;
  list: string | null;
};

type AuditEntryTable = {
  id: string;
  at: string;
  session_id: string;
  /** Name, if given, and role; null for earlier entries. */
  by_name: string | null;
  by_role: Staff['role'] | null;
  action: string;
  subject: string;
  before: string | null;
  after: string | null;
  event_id: string | null;
  /** `audit_people` holds the names; otherwise the texts of the entry do. */
  names_apart: Generated<Flag>;
};

/** `name` is null once the visitor is forgotten. */
type AuditPersonTable = {
  entry_id: string;
  position: number;
  /** Of the user or the place. */
  person_id: string;
  name: string | null;
  visitor_id: string | null;
};

type BulkUploadTable = {
  id: string;
  file_name: string;
  file_type: 'csv' | 'tsv' | 'txt' | 'json';
  uploaded_at: string;
  total_records: number;
  successful_updates: number;
  failed_updates: number;
  error_details: string;
  undone_at: string | null;
};

/** `entrants` and `options`: JSON. `draw_id` changes with each new draw. */
type BracketTable = {
  event_id: string;
  draw_id: string;
  entrants: string;
  options: string;
  drawn_at: string;
  /** The admin session; null in the sample festival. */
  drawn_by: string | null;
  drawn_by_name: string | null;
  /** The bracket's revision at the draw. Each result adds 1, and a new draw continues the count. */
  drawn_revision: Generated<number>;
  /** JSON of matches whose call a judge undid: only judges call them. */
  passed_over: Generated<string>;
};

/** Append-only, numbered from 0; `entry`: JSON. */
type BracketResultTable = {
  event_id: string;
  sequence: number;
  draw_id: string;
  entry: string;
  entered_at: string;
  session_id: string | null;
  entered_by_name: string | null;
  /** JSON of the places whose people agreed on it; null for what staff entered. */
  agreed_by: string | null;
};

/** A removed burst that can still be restored: `things` rows that `network` made from `since` on. */
type RemovalTable = {
  id: string;
  removed_at: string;
  network: string;
  since: string;
  things: number;
};

type RemovedRowTable = {
  removal_id: string;
  table_name: string;
  row_id: string;
  visitor_id: string;
  event_id: string | null;
  row: string;
};

export type Schema = CallerSchema &
  ToldSchema &
  PointsSchema &
  ScreensSchema & {
    users: UserTable;
    events: EventTable;
    rsvps: RsvpTable;
    waiting_entries: WaitingEntryTable;
    event_stars: EventStarTable;
    event_feedback: EventFeedbackTable;
    check_in_alarms: CheckInAlarmTable;
    door_taps: DoorTapTable;
    notices: NoticeTable;
    amendments: AmendmentTable;
    inventory_games: InventoryGameTable;
    open_games: OpenGameTable;
    open_game_players: OpenGamePlayerTable;
    open_game_reports: OpenGameReportTable;
    announcement_lists: AnnouncementListTable;
    audit_entries: AuditEntryTable;
    audit_people: AuditPersonTable;
    bulk_uploads: BulkUploadTable;
    brackets: BracketTable;
    bracket_results: BracketResultTable;
    removals: RemovalTable;
    removed_rows: RemovedRowTable;
  };

/** A connection or an open transaction. */
export type Db = Kysely<Schema>;
