/**
 * Letters that look like Latin ones, each before its twin, which is capital where only the capitals look alike. Written by scripts/twins.ts from confusables.txt, Unicode 17.0.0
 * (UTS #39), © Unicode, Inc., under the Unicode License v3: https://www.unicode.org/license.txt
 */
export const CYRILLIC_TWINS = 'аa вB гr еe кK мM нH оo рp сc тT уy хx шw ьB ѕs іi јj ѡw ѵv үy һh ҽe ӏl ԁd ԍG ԛq ԝw ꙇi';
export const GREEK_TWINS = 'αa βB γy εE ζZ ηH ιi κK μM νv οo ρp σo τT υu χX ϝF ϳj ϸp ϻM ᴦr';
/** Capitals that look like a different Latin letter than their small form does. */
export const CAPITAL_TWINS = 'ӀI ΝN ΥY';
