/**
 * Calls every endpoint as every caller on a thing that exists and one that does not. Reports each status other than in
 * who-may-call.ts, each refused call that wrote, and each response that shows another visitor's email.
 */
import { sql } from 'kysely';
import type { DialectName } from '#database/portable.ts';
import type { Endpoint } from '#platform/contract.ts';
import { HOUR } from '#platform/durations.ts';
import type { TestApp } from './app.ts';
import { everyRow } from './database.ts';
import { namesThing, OWNERS_MAIL, RESTORES, requestFor, type Scene, setScene } from './one-of-each.ts';
import { CALLERS, type Caller, PLACES, type Place, promisedRefusal } from './promises.ts';
import { endedHelper, helpersOf } from './staff.ts';
import { WHO_MAY_CALL } from './who-may-call.ts';

/**
 * Expected status for allowed callers where it differs from the contract's own status, or from 404 for a missing thing.
 */
const OTHERWISE: Readonly<Record<string, Partial<Record<Place, number>>>> = {
  'POST /api/check-in': { missing: 410 },
  // There is no link.
  'POST /api/admin/link': { there: 410 },
  // The festival of the scene is not empty.
  'POST /api/admin/imports/festival': { there: 409 },
  'POST /api/admin/sample': { there: 409 },
  'POST /api/admin/next-year': { there: 409 },
  // The name is another.
  'POST /api/admin/erase': { there: 400 },
  // Makes what is missing.
  'PUT /api/screens/{name}': { missing: 200 },
  // Of the scene's events it is the same one.
  'POST /api/rsvps/{id}/move': { there: 400 },
  // The scene has no burst.
  'POST /api/admin/registrations/bursts/remove': { there: 409 },
  // Its places are not there.
  'POST /api/handovers': { there: 410 },
  // Nobody of the scene was checked in.
  'POST /api/events/{id}/feedback': { there: 409 },
  // The secret is invented.
  'POST /api/helpers/open': { there: 403 },
  // The scene has no channel.
  'GET /api/discord/announcements': { there: 503 },
  'GET /api/discord/avatars/{file}': { there: 404 },
};

function expectedOf({ route, status }: Endpoint, caller: Caller, place: Place): number {
  const who = WHO_MAY_CALL[route];
  if (who === undefined) throw new Error(`${route} has no line in src/testing/who-may-call.ts.`);
  const refused = promisedRefusal(who, caller, place);
  // For others a removed thing does not exist.
  if (RESTORES.test(route) && who === 'owner' && refused === 403) return 404;
  return refused ?? OTHERWISE[route]?.[place] ?? (place === 'missing' ? 404 : status);
}

type Trial = { endpoint: Endpoint; caller: Caller; place: Place; expected: number };

const isRefusal = (status: number): boolean => status === 401 || status === 403;

const trialsOf = (endpoint: Endpoint): Trial[] =>
  CALLERS.flatMap((caller) =>
    (namesThing(endpoint) ? PLACES : (['there'] as const)).map((place) => ({
      ...{ endpoint, caller, place },
      expected: expectedOf(endpoint, caller, place),
    })),
  );

const MAY_SEE_MAIL: readonly Caller[] = ['owner', 'second', 'admin'];

/** Returns what is wrong with one response, apart from what it wrote. */
async function tryOne(app: TestApp, scene: Scene, { endpoint, caller, place, expected }: Trial) {
  const asker = scene.askers[caller];
  if (asker === undefined) throw new Error(`There is no ${caller}.`);
  const [asked, body] = requestFor(app, endpoint, scene, place);
  const answer = await asker.send(asked, body);
  const { statusCode: status } = answer;
  const wrong: string[] = [];
  if (status !== expected) wrong.push(`${status} instead of ${expected}: ${answer.body.slice(0, 120)}`);
  if (status >= 400 && answer.cookies.length > 0) wrong.push('was refused and got a cookie');
  if (answer.body.includes(OWNERS_MAIL) && !MAY_SEE_MAIL.includes(caller)) wrong.push('shows the owner’s email');
  if (isRefusal(expected) && asked.startsWith('GET')) {
    const { statusCode } = await asker.send(asked.replace('GET', 'HEAD'));
    if (statusCode !== expected) wrong.push(`${statusCode} by HEAD instead of ${expected}`);
  }
  return { refused: status >= 400, wrong };
}

/**
 * Tells whether anything was written since the last call: by SQLite's count of changed rows, which includes those that
 * were rolled back, and only when that rose by the rows themselves, which take longer to read than all else here.
 */
function watchWrites({ context: { db } }: TestApp, dialect: DialectName) {
  let [count, rows] = [-1, ''];
  const countNow = async () => {
    if (dialect === 'postgres') return Number.NaN;
    return (await sql<{ n: number }>`select total_changes() as n`.execute(db)).rows[0]?.n ?? Number.NaN;
  };
  const rowsNow = async () => JSON.stringify(await everyRow(db));
  return {
    async begin() {
      [count, rows] = [await countNow(), await rowsNow()];
    },
    async wrote(): Promise<boolean> {
      const [before, now] = [count, await countNow()];
      count = now;
      return now !== before && (await rowsNow()) !== rows;
    },
  };
}

/** The helpers of all scenes leave: it comes last. */
const closesDesks = ({ route }: Endpoint): boolean => route === 'DELETE /api/staff';

const isAllowed = ({ expected }: Trial): boolean => expected < 400;

/**
 * Returns everything wrong, a line each. PostgreSQL is slower: there one caller makes each allowed call, because each needs a new
 * scene, and it checks once per endpoint whether a refusal wrote anything.
 */
export async function brokenPromises(
  app: TestApp,
  endpoints: readonly Endpoint[],
  dialect: DialectName = 'sqlite',
): Promise<string[]> {
  const onPostgres = dialect === 'postgres';
  const expired = await app.admin();
  const ended = await endedHelper(app);
  app.clock.pass(4 * HOUR);
  const admin = await app.admin();
  const lasting = { admin, expired, ended, ...(await helpersOf(app)) };
  const writes = watchWrites(app, dialect);
  const lines: string[] = [];
  for (const endpoint of endpoints.toSorted((one, other) => Number(closesDesks(one)) - Number(closesDesks(other)))) {
    const every = trialsOf(endpoint);
    const firstAllowed = every.find(isAllowed);
    const all = onPostgres ? every.filter((trial) => isRefusal(trial.expected) || trial === firstAllowed) : every;
    // Refused calls share a scene, so they come first.
    const trials = all.toSorted((one, other) => Number(isAllowed(one)) - Number(isAllowed(other)));
    const lastRefused = trials.findLast((trial) => !isAllowed(trial));
    let scene: Scene | null = null;
    for (const trial of trials) {
      if (scene === null) {
        scene = await setScene(app, lasting, endpoint);
        if (!isAllowed(trial)) await writes.begin();
      }
      const { refused, wrong } = await tryOne(app, scene, trial);
      const looked = refused && (!onPostgres || trial === lastRefused);
      const wrote = looked && (await writes.wrote());
      if (wrote) wrong.push('was refused and wrote');
      lines.push(...wrong.map((words) => `${endpoint.route} by ${trial.caller}, ${trial.place}: ${words}`));
      if (wrote || !refused) scene = null;
    }
  }
  return lines;
}
