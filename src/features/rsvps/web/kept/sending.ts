/** When this page sends what waits: now, when the connection returns, when the page is looked at, and after a pause. */
import { ApiError } from '#platform/web/api.ts';
import { connectedNow, whenConnected } from '#platform/web/connection.ts';
import { sendPlaces } from './send.ts';

const AGAIN_MS = 15_000;

/** Returns a function that stops. A hidden page sends nothing: the server may ask the person for the badge word. */
export function startSending(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let isStopped = false;
  const pass = async () => {
    if (isSending || isStopped || document.hidden || !connectedNow()) return;
    isSending = true;
    clearTimeout(timer);
    const pause = await sendPlaces().then(() => AGAIN_MS, pauseAfter);
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
  if (!(failure instanceof ApiError)) return connectedNow() ? AGAIN_MS : null;
  return failure.code === 'BADGE_WORD' ? null : Math.max(1, failure.retryAfter ?? 0) * 1_000;
}
