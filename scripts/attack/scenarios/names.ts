/** Names of combining marks in an order that is slow to normalise, as long as a body may be. */
import { atMost, check, type Scenario } from '../scenario.ts';
import { flood, type Shot, sentIn } from '../wire.ts';

const SENDERS = 8;
const ALONE = 3;
const REFUSED_MS = 5;
/** Three combining classes, each in the order that has to be turned round: sorting them takes quadratic time. */
const SLOW = ['\u0345', '\u0301', '\u0323'].map((mark) => mark.repeat(2600)).join('');

const SHOTS: readonly Shot[] = [
  { call: 'POST /api/check-in', body: { token: 'x', playerName: SLOW } },
  { call: 'POST /api/users', body: { name: SLOW } },
];

export const names: Scenario = {
  name: 'names',
  goal: 'names built to be slow are refused before they are normalised',
  seconds: 6,
  home: { p50: 20 },
  guards: [{ file: 'src/platform/names.ts', guard: 'INPUT_LIMIT = 500', without: 'INPUT_LIMIT = Infinity' }],
  async attack({ client }, { seconds, slack }) {
    const hostile = client();
    const sent = await flood({
      ...{ what: 'slow names', client: hostile, atOnce: SENDERS, seconds },
      shot: (number) => SHOTS[number % SHOTS.length] as Shot,
    });
    let fastest = Number.POSITIVE_INFINITY;
    for (let n = 0; n < ALONE; n += 1) {
      for (const shot of SHOTS) fastest = Math.min(fastest, (await hostile.send(shot)).ms);
    }
    const taken = [...sent.statuses.keys()].filter((status) => status < 400);
    const seen = taken.length === 0 ? 'yes' : `answered ${taken.join(', ')}`;
    return {
      sent: [sent],
      checks: [
        atMost('one alone, fastest, ms', fastest, slack * REFUSED_MS),
        check('every one is refused', seen, taken.length === 0),
        check('handled a second', Math.round(sentIn(sent) / seconds), true),
      ],
    };
  },
};
