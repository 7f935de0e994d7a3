/** Returns the device's own clock, which may be hours off and is set at any moment: good for differences alone (clock.ts). */
export const deviceNow = (): number => Date.now();
