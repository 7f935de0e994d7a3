import { createHash } from 'node:crypto';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { findEvent, listEvents, publicEvents } from '#features/events/store.ts';
import { Refusal } from '#platform/refusal.ts';
import { networkBudget, tooFast } from '#platform/server/limits.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { readEditTimes } from './store.ts';

/** How often one calendar may be asked for. Not counted by network: a calendar service asks for many people's. */
const READS = { burst: 30, perMinute: 10 };

/** Unknown addresses that one network may ask for. Known ones are not counted: a hotel shares one network. */
const GUESSES = { burst: 30, perMinute: 30 };

const unknownCalendar = (): Refusal =>
  new Refusal('NOT_FOUND', 'This calendar has another address now. My schedule shows it under Put into my calendar.');

const subscription = (origin: string, token: string | null): contract.Subscription | null =>
  token === null ? null : { address: `${origin}/calendar/${token}.ics` };

/** The answer is cached for everybody, so it must not hold the address of one request. */
const forAll = ({ name, publicUrl, rooms }: commands.CalendarFacts) => ({
  ...{ name, rooms, origin: publicUrl, reminds: false },
});

export function calendarRoutes(
  serve: Serve,
  context: CommandContext,
  readFacts: () => Promise<commands.CalendarFacts>,
): void {
  const guesses = networkBudget(GUESSES, () => context.now().getTime());
  const reads = networkBudget(READS, () => context.now().getTime());
  const personal = commands.personalCalendars(context, readFacts);

  serve(contract.programmeCalendar, async () => {
    const facts = await readFacts();
    const editTimes = await readEditTimes(context.db);
    return commands.writeCalendar(await listEvents(context.db, null, publicEvents(context.db)), facts, {
      ...forAll(facts),
      editTimes,
    });
  });

  serve(contract.eventCalendar, async ({ params }) => {
    const event = await findEvent(context.db, params.id, publicEvents(context.db));
    if (event === null) throw noSuchEvent();
    const facts = await readFacts();
    const editTimes = await readEditTimes(context.db, [event.id]);
    return commands.writeCalendar([event], facts, { ...forAll(facts), editTimes });
  });

  serve(contract.personalCalendar, async ({ params, network, origin, header }) => {
    const visitorId = await commands.visitorOf(context, params.token);
    const wait = visitorId === null ? guesses.take(network) : reads.take({ key: visitorId, wider: null, factor: 1 });
    if (wait > 0) throw tooFast(wait);
    if (visitorId === null) throw unknownCalendar();
    const text = await personal(visitorId, origin);
    header('cache-control', 'private, no-cache');
    header('etag', `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`);
    return text;
  });

  serve(contract.readSubscription, async ({ caller, origin }) =>
    subscription(origin, await commands.currentToken(context, (await caller()).visitorId)),
  );

  serve(contract.renewSubscription, async ({ caller, origin }) =>
    subscription(origin, await commands.renewToken(context, (await caller()).visitorId)),
  );
}
