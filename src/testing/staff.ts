/** Helpers at their desks, made as organisers make them. */
import type { CommandContext } from '#features/access/commands/writes.ts';
import { codeToken } from '#features/check-in/commands/by-code.ts';
import { HOUR } from '#platform/durations.ts';
import { HELPER_ROLES } from '#platform/staff.ts';
import type { Browser, TestApp } from './app.ts';
import { anEvent } from './factories.ts';

/** Returns a browser with the desk of a new helper open, and the helper's id. */
export async function aHelper(app: TestApp, helper: object): Promise<Browser & { readonly id: string }> {
  const made = await (await app.admin()).send('POST /api/helpers', { name: 'Mira', role: 'door', ...helper });
  const { id, link } = made.json<{ id: string; link: string }>();
  const browser = app.browser();
  await browser.send('POST /api/helpers/open', { secret: link.split('#')[1] });
  return Object.assign(browser, { id });
}

/** What the first check-in code of an event says. */
export const checkInToken = (context: CommandContext, eventId: string): string =>
  codeToken(context, { eventId, generation: 1 });

const HERE = anEvent().location;

/** The helper whose time is over when the clock has moved by an hour. */
export const endedHelper = (app: TestApp): Promise<Browser> =>
  aHelper(app, { endsAt: new Date(app.clock.now().getTime() + HOUR).toISOString() });

/** A helper of each role in the room of every scene, one of each in another room, and one who was stopped. */
export async function helpersOf(app: TestApp): Promise<Record<string, Browser>> {
  const rows = HELPER_ROLES.flatMap((role) => [
    [role, { role, location: HERE }] as const,
    [`${role} elsewhere`, { role, location: `${HERE} 2` }] as const,
  ]);
  const named: [string, Browser][] = [];
  for (const [caller, helper] of rows) named.push([caller, await aHelper(app, helper)]);
  const stopped = await aHelper(app, { location: HERE });
  await (await app.admin()).send(`DELETE /api/helpers/${stopped.id}`);
  return Object.fromEntries([...named, ['stopped', stopped]]);
}
