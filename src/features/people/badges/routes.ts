import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import { listBadges } from '#features/people/users/store/badges.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

export function badgeRoutes(serve: Serve, context: CommandContext): void {
  const { db } = context;
  serve(contract.listBadges, () => listBadges(db));
  serve(contract.checkAttendees, ({ body }) => commands.checkAttendees(db, body.csv));
  staffWrites(serve, context)(contract.importAttendees, commands.importAttendees);
}
