/** Row types of the tables about big screens. See schema.ts. */
import type { Generated } from 'kysely';

/** A named screen. `pages` is the JSON of its playlist, `shown_now` that of the page an organiser shows instead, `shows` that of what it said last. */
type ScreenTable = {
  name: string;
  /** The room whose events it shows; null for all. */
  location: string | null;
  pages: string;
  shown_now: string | null;
  /** While it shows the ceremony: the JSON of what `shown_now` was before. */
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
  /** Hash of the network that asked for it. */
  network: string;
  /** Of the token that the wall got with the code. */
  token_hash: string;
  /** When the wall last asked for its name, to half a minute. */
  polled_at: string | null;
  name: string | null;
};

/** A picture for screens. Text, because both databases and a festival file hold text alike. */
type PictureTable = {
  id: string;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  base64: string;
  created_at: string;
};

export type ScreensSchema = { screens: ScreenTable; screen_codes: ScreenCodeTable; pictures: PictureTable };
