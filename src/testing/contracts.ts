/** Every endpoint of every contract, found by reading the folders, so that none is forgotten. */
import { globSync } from 'node:fs';
import type { Endpoint } from '#platform/contract.ts';

const FEATURES = new URL('../features/', import.meta.url);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'route' in value && 'touches' in value;

/** Sorted by slice and, within a contract, by the endpoint's name. */
export async function declaredEndpoints(): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = [];
  for (const path of globSync('**/contract.ts', { cwd: FEATURES }).sort()) {
    const contract: Record<string, unknown> = await import(new URL(path, FEATURES).href);
    endpoints.push(...Object.values(contract).filter(isEndpoint));
  }
  return endpoints;
}
