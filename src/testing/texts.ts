/** Texts of any characters, for properties. */
import fc from 'fast-check';

/** Any whole character, half of them ASCII. fast-check's own ('binary') takes two seconds to make. */
export const anyCharacter = fc
  .oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0x10ffff }))
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
