/** Registers ever new names without a cookie, so that each counts as a new phone. */
import { addEvent } from '../../program.ts';
import { atMost, check, type Scenario } from '../scenario.ts';
import { countIn, flood } from '../wire.ts';
import { badgeWordStops, removesBurst } from './organisers.ts';

const SENDERS = 32;
/** Requests as a multiple of the network's budget. */
const MORE = 1.2;

export const places: Scenario = {
  name: 'places',
  goal: 'one network cannot take every place of the festival',
  seconds: 6,
  async attack(stage, { seconds }) {
    const { origin, organiser, client, limits } = stage;
    const eventId = await addEvent(origin, organiser, 10_000);
    const { burst, perMinute } = limits.newVisitors;
    const begun = performance.now();
    let retryAfter: string | undefined;
    const sent = await flood({
      ...{ what: 'POST /api/rsvps, no cookie', client: client(), atOnce: SENDERS, seconds },
      least: Math.ceil(MORE * burst),
      shot: (number) => ({ call: 'POST /api/rsvps', body: { eventId, playerName: `Stranger ${number}` } }),
      heard({ status, headers }) {
        if (status === 429) retryAfter = headers['retry-after'];
      },
    });
    const minutes = (performance.now() - begun) / 60_000;
    const elsewhere = await client('203.0.113.1').send({
      ...{ call: 'POST /api/rsvps', body: { eventId, playerName: 'Somebody elsewhere' } },
    });
    return {
      sent: [sent],
      checks: [
        atMost('places taken', countIn(sent, 201), Math.ceil(burst + perMinute * minutes)),
        check('the rest is told when to come back', retryAfter ?? 'never', retryAfter !== undefined),
        check('a phone elsewhere gets a place', elsewhere.status, elsewhere.status === 201),
        ...(await badgeWordStops(stage, eventId)),
        ...(await removesBurst(stage, eventId)),
      ],
    };
  },
};
