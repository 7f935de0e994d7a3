import type { Serve } from '#platform/server/serve.ts';
import { readSystem, type SystemState } from './contract.ts';

/** A state is read once in this time, however many ask. */
const KEPT_MS = 1000;

export function systemRoutes(serve: Serve, read: () => Promise<SystemState>): void {
  let kept: { readonly state: Promise<SystemState>; readonly at: number } | null = null;
  serve(readSystem, () => {
    const now = performance.now();
    if (kept === null || now - kept.at >= KEPT_MS) kept = { state: read(), at: now };
    return kept.state;
  });
}
