import type { Serve } from '#platform/server/serve.ts';
import { type Festival, readFestival } from './contract.ts';

export function festivalRoutes(serve: Serve, festival: Festival): void {
  serve(readFestival, async () => festival);
}
