/** Guesses the password from a new address of one IPv6 /64 each time, while an organiser elsewhere unlocks. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../../http.ts';
import { PASSWORD } from '../../program.ts';
import { atMost, check, type Scenario } from '../scenario.ts';
import { add, clientFrom, flood, newTally } from '../wire.ts';

/** More than the hash queue holds. */
const SENDERS = 32;
const LEAST = 50;
const TRIES = 6;
/** Guesses checked in this time: 5 free ones, then pauses of 1, 2, 4 s … */
const heardIn = (seconds: number): number => 5 + Math.ceil(Math.log2(seconds + 1)) + 1;

const isValid = ({ status, body }: Answer): boolean => status === 200 && body.includes('true');

export const ipv6: Scenario = {
  name: 'ipv6',
  goal: 'one IPv6 network guesses as one, and organisers elsewhere get in at once',
  seconds: 10,
  guards: [
    {
      file: 'src/platform/server/caller.ts',
      guard: 'prefix(parsed, 64), wider: prefix(parsed, 48)',
      without: 'parsed.toString(), wider: null',
    },
  ],
  async attack({ origin, client }, { seconds }) {
    const hostile = client();
    const organiser = newTally('the right password, elsewhere');
    const begun = performance.now();
    let opened = 0;
    const guesses = flood({
      ...{ what: 'wrong passwords, a new address of one /64 each', client: hostile, atOnce: SENDERS, seconds },
      least: LEAST,
      shot: (number) => ({
        ...{ call: 'POST /api/admin/verify', body: { password: `wrong ${number}` } },
        headers: { 'x-forwarded-for': `2001:db8:1:2::${number.toString(16)}` },
      }),
    });
    for (let n = 0; n < TRIES; n += 1) {
      await pause((seconds * 1000) / (TRIES + 1));
      const elsewhere = clientFrom(origin, `203.0.113.${n + 1}`);
      const answer = await elsewhere.send({ call: 'POST /api/admin/verify', body: { password: PASSWORD } });
      add(organiser, answer.status);
      if (isValid(answer)) opened += 1;
      elsewhere.close();
    }
    const sent = await guesses;
    const took = (performance.now() - begun) / 1000;
    return {
      sent: [sent, organiser],
      checks: [
        atMost('wrong passwords heard', sent.statuses.get(200) ?? 0, heardIn(took)),
        check(`organisers elsewhere who got in: ${TRIES}`, opened, opened === TRIES),
      ],
    };
  },
};
