/** Returns the header that makes browsers save a response under this name instead of showing it. */
export const attachment = (name: string): [name: string, value: string] => [
  'content-disposition',
  `attachment; filename="${name}"`,
];
