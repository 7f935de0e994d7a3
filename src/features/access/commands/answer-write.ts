import { KNOWN_AT_HEADER } from '#platform/build.ts';
import type { Endpoint } from '#platform/contract.ts';
import type { Received } from '#platform/server/serve.ts';
import { BADGE_WORD_HEADER } from '../rules/sessions.ts';
import { giveVisitorCookie } from '../session.ts';
import type { Write, Written } from './writes.ts';

/** Runs a visitor's write with what it needs to know about the request, and gives a new visitor their cookie. */
export async function answerWrite<T>(
  call: Pick<Received<Endpoint>, 'caller' | 'idempotency' | 'network' | 'sentHeader' | 'jar' | 'header'>,
  act: (write: Write) => Promise<Written<T>>,
): Promise<T> {
  const { idempotency, network } = call;
  const write = { caller: await call.caller(), idempotency, network, badgeWord: call.sentHeader(BADGE_WORD_HEADER) };
  const { answer, newToken } = await act(write);
  if (newToken !== null) {
    giveVisitorCookie(call.jar, newToken);
    call.header(KNOWN_AT_HEADER, '/api/visitor known');
  }
  return answer;
}
