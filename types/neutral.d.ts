/**
 * What browsers and Node share beyond the language itself. Neutral files may use this much and no more; both real
 * libraries declare the same, so this file belongs to tsconfig.neutral.json alone.
 */
interface URL {
  readonly href: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}

declare const URL: {
  parse(url: string, base?: string): URL | null;
  canParse(url: string, base?: string): boolean;
};
