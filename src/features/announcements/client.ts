/** Discord client. Never throws: every failure is a reply. */
import { checkJson } from '#platform/server/parse.ts';
import { SHOWN } from './rules/message.ts';
import { type Reply, waitSeconds } from './rules/polling.ts';

export type Picture = Uint8Array<ArrayBuffer>;

/** The channel and its bot token. */
export type Channel = {
  readonly id: string;
  readonly token: string;
  /** Of Discord's REST API, without a trailing slash. */
  readonly apiUrl: string;
  /** Origin of the avatars. */
  readonly cdnUrl: string;
  /** Milliseconds for the whole response; 5000 by default. */
  readonly limitMs?: number;
};

const LIMIT_MS = 5000;
const MESSAGES_BYTES = 1024 * 1024;
const PICTURE_BYTES = 256 * 1024;
/** Discord requires this form of user agent and blocks bots without it. */
const USER_AGENT = 'DiscordBot (https://boardwalk.invalid, 0.1.0)';

export async function askMessages(channel: Channel, ended?: AbortSignal): Promise<Reply> {
  const url = `${channel.apiUrl}/channels/${channel.id}/messages?limit=${SHOWN}`;
  const answer = await get(channel, url, {
    maxBytes: MESSAGES_BYTES,
    headers: { authorization: `Bot ${channel.token}` },
    ended,
  });
  if ('kind' in answer) return answer;
  const { status, headers, bytes } = answer;
  if (status === 401) return { kind: 'bad-token' };
  if (status === 403) return { kind: 'no-access' };
  if (status === 404) return { kind: 'unknown-channel' };
  if (status === 429 || (status >= 500 && headers.has('retry-after'))) {
    const waits = status === 429 ? ['retry-after', 'x-ratelimit-reset-after'] : ['retry-after'];
    return { kind: 'too-fast', seconds: waitSeconds(waits.map((name) => headers.get(name))) };
  }
  if (status !== 200) return { kind: 'failed', why: `it answered ${status}` };
  return readMessages(bytes);
}

function readMessages(bytes: Buffer): Reply {
  try {
    checkJson(bytes);
    const messages: unknown = JSON.parse(bytes.toString());
    return Array.isArray(messages)
      ? { kind: 'messages', messages: messages.slice(0, SHOWN) }
      : { kind: 'failed', why: 'it sent something else than a list of messages' };
  } catch {
    return { kind: 'failed', why: 'it sent something that is not JSON, or only a part' };
  }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Fetches a user's or webhook's picture as a PNG of at most 256 kB, not animated; null when there is none. */
export async function fetchAvatar(channel: Channel, userId: string, hash: string): Promise<Picture | null> {
  const answer = await get(channel, `${channel.cdnUrl}/avatars/${userId}/${hash}.png?size=128`, {
    maxBytes: PICTURE_BYTES,
  });
  if ('kind' in answer || answer.status !== 200) return null;
  return answer.bytes.subarray(0, PNG.length).equals(PNG) ? answer.bytes : null;
}

type Answer = { readonly status: number; readonly headers: Headers; readonly bytes: Buffer<ArrayBuffer> };

type Asking = {
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ended?: AbortSignal | undefined;
};

async function get(
  { limitMs = LIMIT_MS }: Channel,
  url: string,
  { maxBytes, headers = {}, ended }: Asking,
): Promise<Answer | Extract<Reply, { why: string }>> {
  const late = AbortSignal.timeout(limitMs);
  const signal = ended === undefined ? late : AbortSignal.any([late, ended]);
  try {
    // "manual": a redirect would send our token to another address.
    const response = await fetch(url, {
      headers: { 'user-agent': USER_AGENT, ...headers },
      redirect: 'manual',
      signal,
    });
    const bytes = await readAtMost(response, maxBytes);
    if (bytes === null) return { kind: 'failed', why: `it sent more than ${maxBytes / 1024} KiB` };
    return { status: response.status, headers: response.headers, bytes };
  } catch (error) {
    if (late.aborted) return { kind: 'unreachable', why: `no answer within ${limitMs / 1000} seconds` };
    return { kind: 'unreachable', why: reasonOf(error) };
  }
}

/** Counts after decompression, so that a small response cannot expand to a large one. */
async function readAtMost(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the cause's code, such as 'ECONNREFUSED'. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return 'unknown error';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
