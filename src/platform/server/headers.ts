/** Computed once: calling helmet per request halved the throughput. */
import helmet from 'helmet';

/** Browsers save the response under this name instead of showing it. */
export const attachment = (name: string): [name: string, value: string] => [
  'content-disposition',
  `attachment; filename="${name}"`,
];

export type Headers = Readonly<Record<string, string>>;

/** CSP hashes ('sha256-…') of the inline script and style in the head of pages. */
export function securityHeaders(inlineHashes: { scripts: readonly string[]; styles: readonly string[] }): Headers {
  const self = "'self'";
  const quoted = (hash: string) => `'${hash}'`;
  const headers: Record<string, string> = {};
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [self, ...inlineHashes.scripts.map(quoted)],
        styleSrc: [self, ...inlineHashes.styles.map(quoted)],
        imgSrc: [self, 'data:', 'blob:'],
        fontSrc: [self],
        connectSrc: [self],
        manifestSrc: [self],
        workerSrc: [self],
        formAction: [self],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // Only over https, see HTTPS_ONLY.
    strictTransportSecurity: false,
  })(
    // All that helmet needs of a request and a response.
    { headers: {} } as Parameters<ReturnType<typeof helmet>>[0],
    {
      setHeader(name: string, value: string) {
        headers[name.toLowerCase()] = value;
      },
      removeHeader(name: string) {
        delete headers[name.toLowerCase()];
      },
    } as unknown as Parameters<ReturnType<typeof helmet>>[1],
    (error?: unknown) => {
      if (error) throw error;
    },
  );
  return { ...headers, 'permissions-policy': 'camera=(self), microphone=(), geolocation=()' };
}

export const HTTPS_ONLY: Headers = { 'strict-transport-security': 'max-age=31536000' };
