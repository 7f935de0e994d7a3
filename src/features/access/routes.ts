import type { Serve } from '#platform/server/serve.ts';
import { lock, unlock, unlockByLink, type World } from './commands.ts';
import { logout, openLink, readSession, verifyPassword } from './contract.ts';
import { guessingOf } from './rules.ts';
import { clearAdminCookie, giveAdminCookie, giveOrganiserMark, organiserMark } from './session.ts';

export function accessRoutes(serve: Serve, world: World): void {
  serve(verifyPassword, async ({ body, asking, jar, network }) => {
    const mark = organiserMark(jar, world.secret, world.now());
    const { visitorId } = await asking();
    const token = await unlock(world, body.password, guessingOf({ mark, visitorId, network }));
    if (token === null) return { valid: false };
    giveAdminCookie(jar, token);
    giveOrganiserMark(jar, world.secret, world.now());
    return { valid: true };
  });

  serve(openLink, async ({ body, jar }) => {
    giveAdminCookie(jar, await unlockByLink(world, body.token));
    giveOrganiserMark(jar, world.secret, world.now());
    return undefined;
  });

  serve(readSession, async ({ asking }) => ({ admin: (await asking()).adminSessionId !== null }));

  serve(logout, async ({ asking, jar }) => {
    const { adminSessionId } = await asking();
    if (adminSessionId !== null) await lock(world, adminSessionId);
    clearAdminCookie(jar);
    return undefined;
  });
}
