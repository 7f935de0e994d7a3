/** As AbortSignal.timeout, which Chrome before 124 aborts with an error of another name. Ask the signal whether it aborted. */
export function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

/** Returns the device's own clock, which may be hours off and is set at any moment: good for differences alone (clock.ts). */
export const deviceNow = (): number => Date.now();
