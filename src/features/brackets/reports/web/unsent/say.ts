/** Sends what a player says of a match, or keeps it until the network is back. */
import { useVisitorAct } from '#features/access/web/act.tsx';
import { HOUR } from '#platform/durations.ts';
import { ApiError, newIdempotencyKey, request } from '#platform/web/api.ts';
import { now } from '#platform/web/clock.tsx';
import { connectedNow, NoConnection } from '#platform/web/connection.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Unsent } from '#platform/web/unsent.ts';
import type { Sender, Senders } from '#platform/web/unsent-sender.ts';
import { useUnsent } from '#platform/web/use-unsent.ts';
import type { Match, SaidResult } from '../../../contract.ts';
import type { reportResult } from '../../contract.ts';
import { resultWords } from '../../rules.ts';

const REPORT = 'report';
const LONGEST_MS = 2 * HOUR;

type ReportWrite = { readonly matchId: string; readonly result: SaidResult };

const send = ({ matchId, result }: ReportWrite) =>
  request<typeof reportResult>('PUT /api/matches/{id}/report', { params: { id: matchId }, body: result });

/** Returns the answer; null when it waits for the network. */
async function sendOrKeep(write: ReportWrite) {
  try {
    if (!connectedNow()) throw new NoConnection('No connection');
    return await send(write);
  } catch (error) {
    if (!(error instanceof NoConnection)) throw error;
    const { addUnsent } = await import('#platform/web/unsent-writes.ts');
    const until = new Date(now() + LONGEST_MS).toISOString();
    await addUnsent({ id: newIdempotencyKey(), kind: REPORT, body: write, until, sent: true });
    return null;
  }
}

type Saying = { readonly match: Match; readonly result: SaidResult };

/** Says how a match ended, and tells what that means. */
export const useSay = () =>
  useVisitorAct(({ match, result }: Saying) => sendOrKeep({ matchId: match.id, result }), {
    fails: 'The result could not be sent. Please try again.',
    busy: 'The result is being sent.',
    done: (answer, { match, result }) => {
      const description = resultWords(result, match);
      if (answer === null)
        showToast({ title: 'Waiting for network', description: `${description}. It is sent later.` });
      else if (answer.state === 'agreed') showToast({ title: 'It counts', description });
      else if (answer.state === 'disputed')
        showToast({ title: 'You say different results', description: 'A judge decides.' });
    },
  });

/** Call it where somebody may soon say something: without network the code could not be loaded any more. */
export const prepareToKeep = (): void => void import('#platform/web/unsent-writes.ts').catch(() => undefined);

/** Returns what this device says of a match and could not send yet. */
export const useKept = (matchId: string): SaidResult | undefined =>
  useUnsent<ReportWrite>(REPORT).unsent.findLast(({ body }) => body.matchId === matchId)?.body.result;

/** The same result sent twice changes nothing. One that is refused is told, and the match shows what counts. */
const reportSender: Sender = {
  inOrder: true,
  send: async ({ body }: Unsent<ReportWrite>) => {
    await send(body).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) throw error;
      showError(
        error.sentence ?? 'It was not accepted. Tell a judge how the match ended.',
        'Your result was not taken',
      );
    });
    return null;
  },
};

export const REPORT_SENDERS: Senders = { [REPORT]: () => Promise.resolve(reportSender) };
