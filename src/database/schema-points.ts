/** Row types of the tables about points. See schema.ts. */
import type { Staff } from '#platform/staff.ts';

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
