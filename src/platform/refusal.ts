/** Every expected "no". Codes are for programs and never change their meaning; messages may change. */
const STATUS_OF = {
  BAD_INPUT: 400,
  BAD_JSON: 400,
  LOCKED: 401,
  BADGE_WORD: 401,
  NO_VISITOR: 401,
  NOT_YOURS: 403,
  NOT_YOUR_JOB: 403,
  CROSS_SITE: 403,
  OTHER_ADDRESS: 403,
  CODE_INVALID: 403,
  NOT_FOUND: 404,
  NO_SUCH_CALL: 404,
  WRONG_METHOD: 405,
  ALREADY_CLAIMED: 409,
  ALREADY_LENT: 409,
  ALREADY_REGISTERED: 409,
  BRACKET_DRAWN: 409,
  CAPACITY_TAKEN: 409,
  DECIDED: 409,
  FESTIVAL_FULL: 409,
  GAME_FULL: 409,
  CHANGED_MEANWHILE: 409,
  ENDPOINT_TAKEN: 409,
  EVENT_FULL: 409,
  EVENT_OVER: 409,
  LAST_DEVICE: 409,
  GROUP_TOO_LARGE: 409,
  MANY_POINTS: 409,
  MATCH_NOT_READY: 409,
  NAME_OF_ACCOUNT: 409,
  NAME_TAKEN: 409,
  NOT_EMPTY: 409,
  ROUND_NOT_READY: 409,
  JOINS_LATE: 409,
  NOT_FROZEN: 409,
  NOT_OPEN: 409,
  NOT_THERE: 409,
  NOT_TODAY: 409,
  NO_RESULT: 409,
  NO_TOURNAMENT: 409,
  PLAYERS_MISSING: 409,
  PLAYER_BUSY: 409,
  QUEUE: 409,
  RESULTS_EXIST: 409,
  RESULT_USED: 409,
  SEAT_FREE: 409,
  STATUS_ORDER: 409,
  SWITCHED_OFF: 409,
  TABLE_TAKEN: 409,
  TOO_FEW_PLAYERS: 409,
  TOO_MANY_HERE: 409,
  TOO_MANY_PLAYERS: 409,
  UNDECIDED: 409,
  CODE_CLOSED: 410,
  CODE_VOID: 410,
  GONE: 410,
  LINK_OVER: 410,
  TOO_LARGE: 413,
  NOT_JSON: 415,
  KEY_REUSED: 422,
  TOO_FAST: 429,
  BUSY: 503,
  NOT_SET_UP: 503,
  PAUSED: 503,
} as const;

export type Code = keyof typeof STATUS_OF;

/** `clears`: ids that the request would also clear; `missing`: ids of the people that it would leave out. */
export type RefusalBody = {
  readonly code: Code;
  readonly message: string;
  readonly field?: string;
  readonly clears?: readonly string[];
  readonly missing?: readonly string[];
};

type More = Omit<RefusalBody, 'code' | 'message'> & { readonly retryAfter?: number; readonly reason?: string };

export class Refusal extends Error {
  readonly code: Code;
  readonly field: string | undefined;
  /** Seconds; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  readonly clears: readonly string[] | undefined;
  readonly missing: readonly string[] | undefined;
  /** For the log, where the message does not tell one cause from another. */
  readonly reason: string | undefined;

  constructor(code: Code, sentence: string, more: More = {}) {
    super(sentence);
    this.name = 'Refusal';
    this.code = code;
    this.field = more.field;
    this.retryAfter = more.retryAfter;
    this.clears = more.clears;
    this.missing = more.missing;
    this.reason = more.reason;
  }

  get status(): number {
    return STATUS_OF[this.code];
  }

  /** NOT_SET_UP is no failure: an operator chose it. */
  get isFailure(): boolean {
    return this.status >= 500 && this.code !== 'NOT_SET_UP';
  }

  get body(): RefusalBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.field === undefined ? {} : { field: this.field }),
      ...(this.clears === undefined ? {} : { clears: this.clears }),
      ...(this.missing === undefined ? {} : { missing: this.missing }),
    };
  }
}

/** The request met another one and may succeed when repeated. */
export const raced = (reason: string): Refusal => new Refusal('BUSY', 'Please try again.', { retryAfter: 1, reason });

/** Null when allowed. */
export type Verdict = Refusal | null;

export function throwRefusal(verdict: Verdict): void {
  if (verdict !== null) throw verdict;
}

export const adminRequired = (): Refusal => new Refusal('LOCKED', 'Unlock admin mode first.');
