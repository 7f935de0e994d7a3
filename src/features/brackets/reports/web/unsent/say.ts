/** Sends what a player says of a match, or keeps it until the network is back. */
import { useVisitorAct } from '#features/access/web/act.tsx';
import { request } from '#platform/web/api.ts';
import { keptSender, sendOrKeep } from '#platform/web/send-or-keep.ts';
import { focusMain } from '#platform/web/ui/focus.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Senders } from '#platform/web/unsent-sender.ts';
import { useUnsent } from '#platform/web/use-unsent.ts';
import type { Match, SaidResult } from '../../../contract.ts';
import type { reportResult } from '../../contract.ts';
import { resultWords } from '../../rules.ts';

const REPORT = 'report';

/** `revision`: of the match that was spoken of. */
type ReportWrite = { readonly matchId: string; readonly revision: number; readonly result: SaidResult };

const send = ({ matchId, revision, result }: ReportWrite) =>
  request<typeof reportResult>('PUT /api/matches/{id}/report', {
    params: { id: matchId },
    body: { ...result, expectedRevision: revision },
  });

type Saying = { readonly match: Match; readonly result: SaidResult };

/** Says how a match ended, and tells what that means. */
export const useSay = () =>
  useVisitorAct(
    ({ match, result }: Saying) => sendOrKeep(REPORT, { matchId: match.id, revision: match.revision, result }, send),
    {
      fails: 'The result could not be sent. Please try again.',
      busy: 'The result is being sent.',
      done: (answer, { match, result }) => {
        const description = resultWords(result, match);
        if (answer === null)
          showToast({ title: 'Waiting for network', description: `${description}. It is sent later.` });
        else if (answer.state === 'agreed') {
          showToast({ title: 'It counts', description });
          focusMain();
        } else if (answer.state === 'disputed')
          showToast({ title: 'You say different results', description: 'A judge decides.' });
      },
    },
  );

/** Returns what this device says of a match and could not send yet. */
export const useKept = (matchId: string): SaidResult | undefined =>
  useUnsent<ReportWrite>(REPORT).unsent.findLast(({ body }) => body.matchId === matchId)?.body.result;

/** The same result sent twice changes nothing. */
const reportSender = keptSender(send, 'Your result was not taken');

export const REPORT_SENDERS: Senders = { [REPORT]: () => Promise.resolve(reportSender) };
