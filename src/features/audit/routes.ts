import type { World } from '#features/access/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import { listAudit } from './contract.ts';
import { listEntries } from './store.ts';

const SHOWN = 200;

export function auditRoutes(serve: Serve, world: World): void {
  serve(listAudit, () => listEntries(world.db, SHOWN));
}
