import { lock } from '#features/access/commands/unlock.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { clearAdminCookie } from '#features/access/session.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import type { Festival } from '#features/festival/contract.ts';
import type { Serve } from '#platform/server/serve.ts';
import { isOrganiser } from '#platform/staff.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { extendableSince } from './rules/ends.ts';
import { clearDeskCookie, deskHash, giveDeskCookie } from './session.ts';
import * as store from './store.ts';

export function staffRoutes(serve: Serve, context: CommandContext, file: Festival): void {
  serve(contract.makeHelper, async ({ body, caller, origin }) => {
    const festival = await festivalInForce(context.db, file);
    const { secret, ...helper } = await commands.makeHelper(context, await caller(), body, festival);
    return { ...helper, link: `${origin}/helper#${secret}` };
  });

  serve(contract.listHelpers, async () => {
    const desks = Map.groupBy(await store.listDesks(context.db), ({ helperId }) => helperId);
    const devicesOf = (helperId: string) =>
      (desks.get(helperId) ?? []).map(({ id, openedAt, lastUsedAt }) => ({ id, openedAt, lastUsedAt }));
    const helpers = await store.listHelpers(context.db, extendableSince(context.now()));
    return helpers.map((helper) => ({ ...helper, devices: devicesOf(helper.id) }));
  });

  serve(contract.extendHelper, async ({ params, body, caller }) => {
    const festival = await festivalInForce(context.db, file);
    await commands.extendHelper(context, await caller(), { id: params.id, endsAt: body.endsAt }, festival);
  });

  serve(contract.freeDevice, async ({ params, caller }) => commands.freeDevice(context, await caller(), params.id));

  serve(contract.stopHelper, async ({ params, caller }) => commands.stopHelper(context, await caller(), params.id));

  serve(contract.openDesk, async ({ body, jar }) => {
    const { desk, token } = await commands.openDesk(context, body.secret, deskHash(jar));
    if (token !== null) giveDeskCookie(jar, token);
    return desk;
  });

  serve(contract.readWork, async ({ caller, jar }) => {
    const { staff } = await caller();
    if (staff === null) return null;
    const { name, role, scope } = staff;
    if (isOrganiser(staff)) return { name, role, ...scope, endsAt: null };
    const desk = await store.findDesk(context.db, deskHash(jar) ?? '', context.now().toISOString());
    return desk === null ? null : { name, role, ...scope, endsAt: desk.endsAt };
  });

  serve(contract.leaveWork, async ({ caller, jar }) => {
    const { staff } = await caller();
    if (isOrganiser(staff)) {
      await lock(context, staff.sessionId);
      clearAdminCookie(jar);
    } else if (staff !== null) {
      await store.deleteDesk(context.db, staff.sessionId);
      clearDeskCookie(jar);
    }
  });
}
