/**
 * When this page sends what waits: now, when the connection returns, when the page is looked at, and after a pause. After a
 * lost answer only after a growing pause, because the connection can return many times a minute, and so after a fault of the
 * server.
 */
import { ApiError } from '#platform/web/api.ts';
import { connectedNow, whenConnected } from '#platform/web/connection.ts';
import { NoCookies } from '#platform/web/cookies.ts';
import { showError } from '#platform/web/ui/toast.ts';
import { sendPlaces } from './send.ts';

const AGAIN_MS = 15_000;
/** Pauses after tries in a row without an answer; the last one repeats. */
const LOST_MS = [2_000, 4_000, 8_000, 16_000, 30_000];

let lostTries = 0;
/** By the page's own clock: a device's clock can jump. */
let restsUntil = 0;
/** Without cookies nothing can be sent until the page is loaded again. */
let hasCookies = true;

const hearAnswer = (): void => {
  lostTries = 0;
};

function restAfterLoss(): void {
  restsUntil = performance.now() + (LOST_MS[Math.min(lostTries, LOST_MS.length - 1)] ?? 0);
  lostTries += 1;
}

/** For tests. */
export const forgetLosses = (): void => {
  lostTries = 0;
  restsUntil = 0;
  hasCookies = true;
};

/** Returns a function that stops. A hidden page sends nothing: the server may ask the person for the badge word. */
export function startSending(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let isStopped = false;
  const pass = async () => {
    if (isSending || isStopped || !hasCookies || document.hidden || !connectedNow()) return;
    clearTimeout(timer);
    const rest = restsUntil - performance.now();
    if (rest > 0) {
      timer = setTimeout(pass, rest);
      return;
    }
    isSending = true;
    const pause = await sendPlaces(hearAnswer).then(() => AGAIN_MS, pauseAfter);
    isSending = false;
    if (!isStopped && pause !== null) timer = setTimeout(pass, pause);
  };
  const stopListening = whenConnected(() => void pass());
  const onVisible = () => void pass();
  document.addEventListener('visibilitychange', onVisible);
  void pass();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopListening();
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Returns null when only the person or the network can change anything. */
function pauseAfter(failure: unknown): number | null {
  if (failure instanceof NoCookies) {
    hasCookies = false;
    showError(failure.message);
    return null;
  }
  const isServerError = failure instanceof ApiError && failure.status >= 500 && failure.retryAfter === undefined;
  if (isServerError || !(failure instanceof ApiError)) {
    restAfterLoss();
    return connectedNow() ? 0 : null;
  }
  hearAnswer();
  return failure.code === 'BADGE_WORD' ? null : Math.max(1, failure.retryAfter ?? 0) * 1_000;
}
