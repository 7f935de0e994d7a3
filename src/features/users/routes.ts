import type { World } from '#features/access/commands.ts';
import { giveVisitorCookie } from '#features/access/session.ts';
import type { Serve } from '#platform/server/http.ts';
import { createUser } from './commands.ts';
import * as contract from './contract.ts';
import { listUsers } from './store.ts';

export function userRoutes(serve: Serve, world: World): void {
  serve(contract.listUsers, () => listUsers(world.db));

  serve(contract.createUser, async ({ body, asking, once, jar }) => {
    const { answer, newToken } = await createUser(world, { asking: await asking(), once }, body.name);
    if (newToken !== null) giveVisitorCookie(jar, newToken);
    return answer;
  });
}
