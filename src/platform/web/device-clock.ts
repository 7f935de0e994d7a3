/** Chrome before 124 ends AbortSignal.timeout with an error of another name. Ask the signal whether it aborted. */
export function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

/** May be hours off and is set at any moment: good for differences alone (clock.ts). */
export const deviceNow = (): number => Date.now();
