/** Names of combining marks that are slow to normalise, as long as a body may be. */
import { atMost, check, type Scenario } from '../scenario.ts';
import { type Client, flood, type Shot, sentIn } from '../wire.ts';

const SENDERS = 8;
const ALONE = 3;
const REFUSED_MS = 5;
const AS_LONG = 10;
/** Three combining classes, each in the reverse of its canonical order: sorting them is quadratic. */
const SLOW = ['\u0345', '\u0301', '\u0323'].map((mark) => mark.repeat(2600)).join('');

const withName = (name: string): readonly Shot[] => [
  { call: 'POST /api/check-in', body: { token: 'x', playerName: name } },
  { call: 'POST /api/users', body: { name } },
];
const SHOTS = withName(SLOW);

/** Returns the fastest of a few sequential requests, to exclude other load. */
async function fastestMs(client: Client, shots: readonly Shot[]): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < ALONE; n += 1) {
    for (const shot of shots) fastest = Math.min(fastest, (await client.send(shot)).ms);
  }
  return fastest;
}

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
    const alone = await fastestMs(hostile, SHOTS);
    const short = await fastestMs(hostile, withName(''));
    const taken = [...sent.statuses.keys()].filter((status) => status < 400);
    const seen = taken.length === 0 ? 'yes' : `answered ${taken.join(', ')}`;
    return {
      sent: [sent],
      checks: [
        atMost('one alone, fastest, ms', alone, slack * REFUSED_MS),
        atMost('one alone, in times of an empty name', alone / short, AS_LONG),
        check('every one is refused', seen, taken.length === 0),
        check('handled a second', Math.round(sentIn(sent) / seconds), true),
      ],
    };
  },
};
