import { KNOWN_AT_HEADER } from '#platform/build.ts';
import type { Serve } from '#platform/server/serve.ts';
import { isOrganiser } from '#platform/staff.ts';
import { lock, type PasswordContext, unlock, unlockByLink } from './commands/unlock.ts';
import { logout, openLink, readSession, verifyPassword } from './contract.ts';
import { guessingOf } from './rules/sessions.ts';
import { clearAdminCookie, giveAdminCookie, giveOrganiserMark, organiserMark } from './session.ts';

const SESSION_KNOWN_AT = '/api/admin/session admin';

export function accessRoutes(serve: Serve, context: PasswordContext): void {
  serve(verifyPassword, async ({ body, caller, jar, network, header }) => {
    const mark = organiserMark(jar, context.secret, context.now());
    const { visitorId } = await caller();
    const token = await unlock(context, body, guessingOf({ mark, visitorId, network }));
    if (token === null) return { valid: false };
    giveAdminCookie(jar, token);
    giveOrganiserMark(jar, context.secret, context.now());
    header(KNOWN_AT_HEADER, SESSION_KNOWN_AT);
    return { valid: true };
  });

  serve(openLink, async ({ body, jar, header }) => {
    giveAdminCookie(jar, await unlockByLink(context, body.token));
    giveOrganiserMark(jar, context.secret, context.now());
    header(KNOWN_AT_HEADER, SESSION_KNOWN_AT);
  });

  serve(readSession, async ({ caller }) => ({ admin: isOrganiser((await caller()).staff) }));

  serve(logout, async ({ caller, jar }) => {
    const { staff } = await caller();
    if (isOrganiser(staff)) await lock(context, staff.sessionId);
    clearAdminCookie(jar);
  });
}
