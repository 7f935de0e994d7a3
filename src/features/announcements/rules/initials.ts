/** Returns the first two letters or digits of a name in upper case; without any, its first characters. */
export function initials(name: string): string {
  const letters = name.match(/[\p{L}\p{N}]\p{M}*/gu) ?? [...name];
  return letters.slice(0, 2).join('').toUpperCase();
}
