/** Makes deploy/nginx.conf and deploy/Caddyfile fit this machine: only names, ports and certificates change. */
import { readFileSync } from 'node:fs';

export type Place = {
  readonly http: number;
  readonly https: number;
  /** Ports of the program's instances. */
  readonly instances: readonly number[];
};

/** The name in the examples. Clients of the rig look it up as an address of this machine. */
export const NAME = 'games.example.org';

const example = (name: string): string => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

/** Replaces every occurrence of each piece. @throws Error for a piece that the text does not have. */
export function replaceEach(text: string, pairs: ReadonlyArray<readonly [string, string]>): string {
  return pairs.reduce((result, [piece, other]) => {
    if (!result.includes(piece)) throw new Error(`the example no longer has: ${piece}`);
    return result.replaceAll(piece, other);
  }, text);
}

const LETSENCRYPT = `/etc/letsencrypt/live/${NAME}`;

/** Returns deploy/nginx.conf with these ports and a certificate in `folder`. */
export const nginxSite = ({ http, https, instances }: Place, folder: string): string =>
  replaceEach(example('nginx.conf'), [
    ['    server 127.0.0.1:3000 ', instances.map((port) => `    server 127.0.0.1:${port} `).join('max_fails=0;\n')],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen [::]:80;', `listen [::1]:${http};`],
    ['listen 443 ', `listen 127.0.0.1:${https} `],
    ['listen [::]:443 ', `listen [::1]:${https} `],
    [`${LETSENCRYPT}/fullchain.pem`, `${folder}/certificate.pem`],
    [`${LETSENCRYPT}/privkey.pem`, `${folder}/key.pem`],
  ]);

/** Returns deploy/Caddyfile with these ports and Caddy's own issuer. The rest are its variables. */
export const caddyfile = ({ http, https }: Place): string =>
  replaceEach(example('Caddyfile'), [
    [
      '{\n\tservers {',
      `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tdefault_bind 127.0.0.1 ::1\n\thttp_port ${http}\n\thttps_port ${https}\n\tservers {`,
    ],
  ]);

export const caddyVariables = ({ instances }: Place) => ({
  ADDRESS: NAME,
  INSTANCES: instances.map((port) => `127.0.0.1:${port}`).join(' '),
});
