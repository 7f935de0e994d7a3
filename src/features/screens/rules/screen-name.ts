/** Its address is that of the ceremony, /display/ceremony. */
const RESERVED: readonly string[] = ['ceremony'];

/** Whether a screen may have this name, the last part of its address. */
export const isScreenName = (name: string): boolean => /^[a-z0-9-]{1,40}$/.test(name) && !RESERVED.includes(name);

/** Returns the name in the address of a named screen, `/display/NAME`; null for any other address. */
export function screenNameIn(path: string): string | null {
  const [, name = ''] = /^\/display\/([^/]+)\/?$/.exec(path) ?? [];
  return isScreenName(name) ? name : null;
}
