/** An attacker with a photo of a check-in code tries every public name. */
import { scanned } from '#testing/camera.ts';
import { cookieIn } from '../../http.ts';
import { addEvent } from '../../program.ts';
import { atMost, check, type Scenario, type Stage } from '../scenario.ts';
import { countIn, flood, read } from '../wire.ts';

const REGISTERED = 20;
const TRIED = 120;
const SENDERS = 8;

/** Registers the first names of the scoreboard, each from its own network. Returns the last one's cookie. */
async function registerSome({ client }: Stage, eventId: string, names: readonly string[]): Promise<string> {
  let cookie: string | null = null;
  for (const [n, playerName] of names.entries()) {
    const phone = client(`203.0.113.${100 + n}`);
    const answer = await phone.send({ call: 'POST /api/rsvps', body: { eventId, playerName } });
    read(answer);
    cookie = cookieIn(answer, 'fest_id');
  }
  if (cookie === null) throw new Error('a registration gave no cookie');
  return cookie;
}

export const checkIn: Scenario = {
  name: 'check-in',
  goal: 'a photographed code neither checks others in nor reveals who is registered',
  seconds: 6,
  async attack(stage, { seconds }) {
    const { origin, organiser, client, limits } = stage;
    const hostile = client();
    const eventId = await addEvent(origin, organiser, 40);
    const names = read<{ name: string }[]>(await hostile.send({ call: 'GET /api/users' })).map(({ name }) => name);
    const cookie = await registerSome(stage, eventId, names.slice(0, REGISTERED));
    const headers = { cookie: organiser };
    const code = read<{ qrCode: string }>(await hostile.send({ call: `GET /api/events/${eventId}/qr-code`, headers }));
    const token = new URL(scanned(code.qrCode).text).searchParams.get('token') ?? '';
    const tried = names.slice(0, TRIED);
    const sent = await flood({
      ...{ what: 'POST /api/check-in, names of others', client: hostile, atOnce: SENDERS, seconds },
      ...{ least: tried.length, most: tried.length },
      shot: (number) => ({ call: 'POST /api/check-in', body: { token, playerName: tried[number - 1] } }),
    });
    const own = await hostile.send({
      ...{ call: 'POST /api/check-in', body: { token, playerName: names[REGISTERED - 1] }, headers: { cookie } },
    });
    const heard = countIn(sent, 200) + countIn(sent, 404);
    return {
      sent: [sent],
      checks: [
        atMost('names answered', heard, Math.ceil(limits.checkInNames * (1 + seconds / 60))),
        check('the holder of a place still checks in', own.status, own.status === 200),
      ],
    };
  },
};
