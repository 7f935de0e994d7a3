import type { Serve } from '#platform/server/serve.ts';
import { lock, type PasswordContext, unlock, unlockByLink } from './commands/unlock.ts';
import { logout, openLink, readSession, verifyPassword } from './contract.ts';
import { guessingOf } from './rules.ts';
import { clearAdminCookie, giveAdminCookie, giveOrganiserMark, organiserMark } from './session.ts';

export function accessRoutes(serve: Serve, context: PasswordContext): void {
  serve(verifyPassword, async ({ body, caller, jar, network }) => {
    const mark = organiserMark(jar, context.secret, context.now());
    const { visitorId } = await caller();
    const token = await unlock(context, body.password, guessingOf({ mark, visitorId, network }));
    if (token === null) return { valid: false };
    giveAdminCookie(jar, token);
    giveOrganiserMark(jar, context.secret, context.now());
    return { valid: true };
  });

  serve(openLink, async ({ body, jar }) => {
    giveAdminCookie(jar, await unlockByLink(context, body.token));
    giveOrganiserMark(jar, context.secret, context.now());
    return undefined;
  });

  serve(readSession, async ({ caller }) => ({ admin: (await caller()).adminSessionId !== null }));

  serve(logout, async ({ caller, jar }) => {
    const { adminSessionId } = await caller();
    if (adminSessionId !== null) await lock(context, adminSessionId);
    clearAdminCookie(jar);
    return undefined;
  });
}
