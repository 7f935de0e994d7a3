/** In the order they were made and in one tab at a time. Loaded when there is any. */
import { ApiError, NoCookies } from './api.ts';
import { now, nowIso } from './clock.tsx';
import { confirmTime, connectedNow, NoConnection, whenConnected } from './connection.ts';
import { showError } from './ui/toast.ts';
import { type End, hasEnded, hasUnsent, needsPerson, onUnsent, type Unsent } from './unsent.ts';
import { editUnsent, unsentWrites } from './unsent-writes.ts';

export type Sender = {
  /** Whether the writes after one that failed wait with it. */
  readonly inOrder: boolean;
  /** Sends a write as it was before this try. Null when nobody has to be told; errors become `endOf`. */
  readonly send: (write: Unsent<never>) => Promise<End | null>;
};
export type Senders = Readonly<Record<string, () => Promise<Sender>>>;

/** Throws what will pass: no connection, a busy or failing server. */
function endOf(error: unknown): End {
  if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500 || needsPerson(error)) throw error;
  const { code = '', status, sentence } = error;
  if (code === 'KEY_REUSED' || sentence === undefined) return { outcome: 'refused' };
  const isClosed = status === 404 || status === 410 || code.endsWith('_OVER');
  return { outcome: code.endsWith('_FULL') ? 'full' : isClosed ? 'closed' : 'refused', sentence };
}

/** Throws NoConnection, or the ApiError for which something still waits. */
export async function sendAll(senders: Senders): Promise<void> {
  if (!hasUnsent()) return;
  // Else a device's clock could end or delete what was never sent.
  if (!(await confirmTime())) throw new NoConnection('The server has not told the time.');
  const pass = () => sendEach(senders);
  // Without https there are no locks. The Idempotency-Key then keeps two tabs from writing twice.
  await ('locks' in navigator ? navigator.locks.request('unsent', pass) : pass());
}

async function sendEach(senders: Senders): Promise<void> {
  const isOld = ({ dropAt }: Unsent) => dropAt !== undefined && dropAt < nowIso();
  await editUnsent((write) => (isOld(write) ? null : write));
  const blockedKinds = new Set<string>();
  let failure: ApiError | undefined;
  for (const { id, kind } of await unsentWrites()) {
    if (blockedKinds.has(kind)) continue;
    const sender = await senders[kind]?.();
    try {
      if (sender !== undefined) await sendOne(id, sender);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (failure === undefined || needsPerson(failure)) failure = error;
      // A server that fails at this write alone, or takes it from others only, does not hold up the rest.
      const isItsOwn = error.status >= 500 ? error.status !== 503 : error.code === 'NOT_YOUR_JOB';
      if (sender?.inOrder || !isItsOwn) blockedKinds.add(kind);
    }
  }
  if (failure !== undefined) throw failure;
}

async function sendOne(id: string, { send }: Sender): Promise<void> {
  const isIt = (unsent: Unsent) => unsent.id === id && !hasEnded(unsent);
  const write = (
    await editUnsent((unsent) => (isIt(unsent) && !unsent.sent ? { ...unsent, sent: true } : unsent))
  ).find(isIt);
  if (write === undefined) return;
  const isLate = !write.sent && now() > Date.parse(write.until);
  const end: End | null = isLate ? { outcome: 'closed' } : await send(write as Unsent<never>).catch(endOf);
  lostTries = 0;
  await editUnsent((unsent) => (isIt(unsent) ? end && { ...unsent, end: { ...end, at: nowIso() } } : unsent));
}

/** After tries in a row without an answer; the last one repeats. */
const LOST_MS = [2_000, 4_000, 8_000, 16_000, 30_000];

let lostTries = 0;
/** By the page's own clock: a device's clock can jump. */
let restsUntil = 0;
/** Without cookies nothing can be sent until the page is loaded again. */
let hasCookies = true;

/** For tests. */
export const forgetLosses = (): void => {
  lostTries = 0;
  restsUntil = 0;
  hasCookies = true;
};

/**
 * Also when the connection returns, the page is looked at or a write is added. Pauses grow after lost answers and
 * faults, because the connection can return many times a minute. A hidden page sends nothing: the server may ask for
 * the badge word.
 */
export function startSending(senders: Senders): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let isAskedAgain = false;
  let isStopped = false;
  const pass = async (): Promise<void> => {
    isAskedAgain = isSending;
    if (isSending || isStopped || !hasUnsent() || !hasCookies || document.hidden || !connectedNow()) return;
    clearTimeout(timer);
    const rest = restsUntil - performance.now();
    if (rest > 0) {
      timer = setTimeout(pass, rest);
      return;
    }
    isSending = true;
    const pause = await sendAll(senders).then(() => (isAskedAgain ? 0 : null), pauseAfter);
    isSending = false;
    if (!isStopped && pause !== null) timer = setTimeout(pass, pause);
  };
  const soon = () => void pass();
  const stops = [whenConnected(soon), onUnsent(soon), () => document.removeEventListener('visibilitychange', soon)];
  document.addEventListener('visibilitychange', soon);
  soon();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/** Null when only the person or the network can change anything. */
function pauseAfter(failure: unknown): number | null {
  if (failure instanceof NoCookies) {
    hasCookies = false;
    showError(failure.message);
    return null;
  }
  const isFault = !(failure instanceof ApiError) || (failure.status >= 500 && failure.retryAfter === undefined);
  if (!isFault) return needsPerson(failure) ? null : Math.max(1, failure.retryAfter ?? 0) * 1_000;
  restsUntil = performance.now() + (LOST_MS[Math.min(lostTries, LOST_MS.length - 1)] ?? 0);
  lostTries += 1;
  return connectedNow() ? 0 : null;
}
