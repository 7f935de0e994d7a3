import { KNOWN_AT_HEADER } from '#platform/build.ts';
import type { Serve } from '#platform/server/serve.ts';
import { isOrganiser } from '#platform/staff.ts';
import * as sessions from './commands/sessions.ts';
import { lock, type PasswordContext, unlock, unlockByLink } from './commands/unlock.ts';
import type { CommandContext } from './commands/writes.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  listWrongGuesses,
  logout,
  nameSession,
  openLink,
  readSession,
  verifyPassword,
} from './contract.ts';
import { pageOf } from './rules/guess-pages.ts';
import { guessingOf, SEEN_MS, sessionRuns, shortSession } from './rules/sessions.ts';
import { readGuesser } from './rules/throttle.ts';
import { clearAdminCookie, giveAdminCookie, giveOrganiserMark, organiserMark } from './session.ts';
import * as callers from './store/callers.ts';
import * as tries from './store/tries.ts';

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

  serve(nameSession, async ({ caller, body }) => sessions.nameSession(context, await caller(), body.name));

  serve(logout, async ({ caller, jar }) => {
    const { staff } = await caller();
    if (isOrganiser(staff)) await lock(context, staff.sessionId);
    clearAdminCookie(jar);
  });
}

export function sessionRoutes(serve: Serve, context: CommandContext): void {
  serve(listSessions, async ({ caller }) => {
    const { staff } = await caller();
    const now = context.now().toISOString();
    const running = (await callers.listSessions(context.db)).filter((session) => sessionRuns(session, now));
    return running.map((session) => ({
      ...session,
      short: shortSession(session.id),
      current: session.id === staff?.sessionId,
    }));
  });

  serve(endSession, async ({ params, caller }) => sessions.endSession(context, await caller(), params.id));

  serve(endOtherSessions, async ({ caller }) => sessions.endOtherSessions(context, await caller()));

  serve(listWrongGuesses, async ({ query: { page = '1' } }) => {
    const since = new Date(context.now().getTime() - SEEN_MS).toISOString();
    const list = await tries.listWrongGuesses(context.db, since, pageOf(Number(page)));
    return {
      ...(await tries.countWrongGuesses(context.db, since)),
      list: list.map(({ guesser, count, lastAt }) => ({ ...readGuesser(guesser), count, lastAt })),
    };
  });
}
