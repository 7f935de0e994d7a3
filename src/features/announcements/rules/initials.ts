/** The first two letters or digits of a name in upper case; its first signs where it has none. */
export function initials(name: string): string {
  const letters = name.match(/[\p{L}\p{N}]\p{M}*/gu) ?? [...name];
  return letters.slice(0, 2).join('').toUpperCase();
}
