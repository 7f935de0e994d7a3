/** The header under which a browser saves an answer as a file of this name instead of showing it. */
export const attachment = (name: string): [name: string, value: string] => [
  'content-disposition',
  `attachment; filename="${name}"`,
];
