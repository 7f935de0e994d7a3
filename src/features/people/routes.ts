import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import { peopleSearch, renameUser } from './commands.ts';
import { findPeople } from './contract.ts';
import { MORE_HEADER } from './limits.ts';
import * as users from './users/contract.ts';

export function peopleRoutes(serve: Serve, context: CommandContext): void {
  const search = peopleSearch(context);
  serve(findPeople, async ({ query, header }) => {
    const { people, more } = await search(query);
    header(MORE_HEADER, more);
    return people;
  });

  staffWrites(serve, context)(users.renameUser, renameUser);
}
