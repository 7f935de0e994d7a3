import { areAllWordless } from './message.ts';

/** ISO 8601 UTC. `list` is the last good one; null before the first. */
export type StoredBoard = {
  readonly askedAt: string;
  readonly askedBeforeAt: string | null;
  readonly waitUntil: string | null;
  readonly failedAt: string | null;
  readonly fetchedAt: string | null;
  readonly list: string | null;
};

export type Reply =
  | { readonly kind: 'messages'; readonly messages: readonly unknown[] }
  | { readonly kind: 'bad-token' | 'no-access' | 'unknown-channel' }
  | { readonly kind: 'too-fast'; readonly seconds: number }
  | { readonly kind: 'unreachable' | 'failed'; readonly why: string };

/** Two requests a minute, with half a second for the network's delay, and not both at once. */
const WINDOW_MS = 60_500;
const GAP_MS = 25_000;
/** A time this far in the future came from a wrong clock. */
const CLOCK_WRONG_MS = 300_000;
const LONGEST_WAIT_S = 86_400;

export function mayAsk(stored: StoredBoard | null, now: string): boolean {
  if (stored === null) return true;
  const since = (iso: string | null): number => {
    const passed = iso === null ? Infinity : Date.parse(now) - Date.parse(iso);
    return passed < -CLOCK_WRONG_MS ? Infinity : passed;
  };
  const toWait = stored.waitUntil === null ? 0 : Date.parse(stored.waitUntil) - Date.parse(now);
  const mustWait = toWait > 0 && toWait <= LONGEST_WAIT_S * 1000;
  return !mustWait && since(stored.askedAt) >= GAP_MS && since(stored.askedBeforeAt) >= WINDOW_MS;
}

const USUAL_WAIT_S = 60;

/** The longest of Retry-After, X-RateLimit-Reset-After and similar headers. */
export function waitSeconds(headers: readonly (string | null)[]): number {
  const seconds = headers.filter((header) => header !== null && header.trim() !== '').map(Number);
  const usable = seconds.filter((second) => second >= 0);
  return usable.length === 0 ? USUAL_WAIT_S : Math.min(LONGEST_WAIT_S, Math.max(...usable));
}

/** After this the list may be old although no request failed. */
const OLD_MS = 90_000;

export function isStale({ fetchedAt, failedAt }: StoredBoard, now: string): boolean {
  if (fetchedAt === null) return false;
  return (failedAt !== null && failedAt >= fetchedAt) || Date.parse(now) - Date.parse(fetchedAt) >= OLD_MS;
}

export function problemOf(reply: Reply): string | null {
  switch (reply.kind) {
    case 'messages':
      return areAllWordless(reply.messages)
        ? 'Every message arrived without its text. Turn on the Message Content Intent: Developer Portal, your application, Bot, Privileged Gateway Intents.'
        : null;
    case 'bad-token':
      return 'Discord does not know the bot token. Make a new one (Developer Portal, your application, Bot, Reset Token) and set DISCORD_BOT_TOKEN.';
    case 'no-access':
      return 'The bot may not read the channel. Invite it to the server and allow it "View Channel" and "Read Message History" in this channel.';
    case 'unknown-channel':
      return 'Discord has no such channel. Copy the channel’s id again (Developer Mode, right-click the channel, Copy Channel ID) and set DISCORD_CHANNEL_ID.';
    case 'too-fast':
      return `Discord asks us to wait ${Math.ceil(reply.seconds)} seconds.`;
    case 'unreachable':
      return `Discord cannot be reached: ${reply.why}. Check this machine’s connection and DISCORD_API_URL.`;
    case 'failed':
      return `Discord gave no usable answer: ${reply.why}.`;
  }
}

export const NOT_SET_UP = {
  id: 'announcements',
  text: 'People look for announcements from Discord, which is not set up. If they come only from here, say so in Edit festival.',
  link: { label: 'Set up', to: '/admin/setup' },
};

export const boardWarning = (problem: string, stopped: boolean) => ({
  id: 'announcements',
  text: `The announcements cannot be read${stopped ? ' until the server is restarted' : ''}. ${problem}`,
  link: { label: 'Announcements', to: '/announcements' },
});

/** Repeating these requests would make Discord block our address. */
export const isFinal = ({ kind }: Reply): boolean => kind === 'bad-token' || kind === 'no-access';
