/** Why PostgreSQL cannot be used, for whoever starts the program: what stands in the way, and the remedy. Never the password. */

const ENCODE = 'Characters such as # / : ? and @ in a password are written as %23 %2F %3A %3F and %40.';
const CERTIFICATE =
  'PostgreSQL’s certificate is not of an authority that this machine trusts. Name its file in NODE_EXTRA_CA_CERTS, or end DATABASE_URL with ?sslmode=no-verify.';
const POOLER =
  'DATABASE_URL leads to a pooler in transaction mode, which keeps no session. Connect to PostgreSQL itself, or set the pooler to session mode.';

const OTHER_TABLES =
  'The database in DATABASE_URL holds tables of another program. Choose an empty one, for instance with createdb boardwalk.';
/** Code of an error whose message says it all. */
export const WRONG_SCHEMA = 'WRONG_SCHEMA';

const SENTENCES: Readonly<Record<string, string>> = {
  '28P01': `PostgreSQL refuses the user or the password in DATABASE_URL. ${ENCODE}`,
  '28000': `PostgreSQL refuses the user in DATABASE_URL, or wants an encrypted connection (?sslmode=verify-full). ${ENCODE}`,
  '3D000': 'PostgreSQL has no database of the name in DATABASE_URL. Create it (createdb NAME), or name another one.',
  '42501':
    'PostgreSQL does not let the user in DATABASE_URL connect or make tables. Make it the owner of the database.',
  '42704': 'PostgreSQL does not know an option that DATABASE_URL sets. Leave it out.',
  '42P07': OTHER_TABLES,
  '42703': OTHER_TABLES,
  '53300':
    'PostgreSQL has no free connection for the user in DATABASE_URL. Raise max_connections, or end what holds them.',
  '57P03': 'The PostgreSQL in DATABASE_URL is starting or stopping. Start the program again in a moment.',
  '25006': 'The PostgreSQL in DATABASE_URL only reads: it is a standby. Name the primary in DATABASE_URL.',
  '08P01':
    'DATABASE_URL leads to a pooler that refuses what the program sets. In PgBouncer use session mode and ignore_startup_parameters = statement_timeout, or connect to PostgreSQL itself.',
  '26000': POOLER,
  '42P05': POOLER,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'PostgreSQL’s certificate is for another name than the host in DATABASE_URL. Use the name that the certificate has.',
};

const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
const IS_SILENT = /^(timeout exceeded when trying to connect|Connection terminated)/;
const NO_TLS = /does not support SSL/;
/** SCRAM without a password in the address. */
const NO_PASSWORD = /password must be a (?:non-empty )?string/i;

/** Returns one or two sentences that name DATABASE_URL and the remedy; null for an error of another kind. */
export function databaseProblem(error: NodeJS.ErrnoException, databaseUrl: string): string | null {
  const { code = '', syscall, path } = error;
  if (code === WRONG_SCHEMA) return error.message;
  if (databaseUrl.startsWith('sqlite:')) return null;
  const sentence = SENTENCES[code];
  if (sentence !== undefined) return sentence;
  if (NO_PASSWORD.test(error.message)) return `DATABASE_URL has no password, and PostgreSQL asks for one. ${ENCODE}`;
  if (NO_TLS.test(error.message)) return 'PostgreSQL speaks no TLS. Leave sslmode out of DATABASE_URL.';
  if (code === 'ENOENT' && syscall !== 'connect') return `DATABASE_URL names a file that is not there: ${path}.`;
  if (!UNREACHABLE.includes(code) && !IS_SILENT.test(error.message)) return null;
  const host = URL.parse(databaseUrl)?.host || 'this machine’s socket';
  return `No PostgreSQL answers at ${host}, which DATABASE_URL names (${code || 'it is silent'}). Start it, or correct the address.`;
}

/** For commands: rethrows what PostgreSQL refuses in the words of `databaseProblem`. */
export const explainedFor =
  (databaseUrl: string) =>
  (error: Error): never => {
    const why = databaseProblem(error, databaseUrl);
    throw why === null ? error : new Error(why);
  };
