/** Sends many requests to a program and reports responses that nobody should get. */

import type { Random } from '../random.ts';
import { type Answered, type Asked, extend, type Pool, type Send, unlock } from './pool.ts';
import { type ApiPage, callsOf, requestOf } from './requests.ts';

export type Attack = {
  readonly send: Send;
  readonly page: ApiPage;
  readonly pool: Pool;
  readonly random: Random;
  readonly count: number;
  /** Of the program, for a new session when a request has ended the last one. */
  readonly password: string;
  /** Returns an event's check-in token, if available. */
  tokenOf(eventId: string): Promise<string | null>;
};
export type Report = { readonly statuses: Map<number, number>; readonly problems: string[] };

const AT_ONCE = 16;
/** Requests after which new things are created, because the old ones are deleted by then. */
const STRETCH = 1_000;

/** Internals that must not leak: stacks, our file names, the database's messages. */
const INSIDE = /\.ts:\d+|node_modules|SQLITE_|sqlite3?_|duplicate key value|\bat async /;

/** Returns why a response is wrong; null when it is in order. */
export function complaintAbout({ status, headers, body }: Answered): string | null {
  if (status === 503 && headers['retry-after'] !== undefined) return null;
  if (status >= 500) return `answered ${status}`;
  if (INSIDE.test(body)) return 'tells what is inside';
  if (status < 400 || !String(headers['content-type']).startsWith('application/json')) return null;
  const said: unknown = JSON.parse(body === '' ? '{"code":"","message":""}' : body);
  const known = typeof said === 'object' && said !== null && 'code' in said && 'message' in said;
  return known ? null : 'refuses in another form';
}

const shown = ({ method, path, headers, body }: Asked): string =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${String(body ?? '').slice(0, 600)}`;

export async function attack({ send, page, pool, random, count, password, tokenOf }: Attack): Promise<Report> {
  const report: Report = { statuses: new Map(), problems: [] };
  const calls = callsOf(page);
  const one = async (number: number) => {
    const asked = requestOf(random, calls, pool);
    const answer = await send(asked).catch((error: Error) => error);
    if (answer instanceof Error) {
      report.problems.push(`request ${number} got no answer (${answer.message}): ${shown(asked)}`);
      return;
    }
    report.statuses.set(answer.status, (report.statuses.get(answer.status) ?? 0) + 1);
    const complaint = complaintAbout(answer);
    if (complaint !== null) {
      report.problems.push(`request ${number} ${complaint}: ${shown(asked)}\n    ${answer.body.slice(0, 300)}`);
    }
  };
  for (let begun = 0; begun < count; ) {
    const session = await send({ method: 'GET', path: '/api/admin/session', headers: { cookie: pool.admin } });
    if (!session.body.includes('true')) pool.admin = await unlock(send, password);
    await extend(send, pool, random, tokenOf);
    const end = Math.min(count, begun + STRETCH);
    const worker = async () => {
      while (begun < end) {
        begun += 1;
        await one(begun);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }
  return report;
}

/** Returns the number of responses per status, in one line. */
export const statusLine = ({ statuses }: Report): string =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ');
