/** The data shows what is done; only what it cannot show is stored. */
export const STEPS = ['password', 'facts', 'programme', 'address', 'poster'] as const;
export type Step = (typeof STEPS)[number];
export const SETTLED = ['done', 'skipped'] as const;
export type Settled = (typeof SETTLED)[number];

/** Places do not count: organisers take some to try it. */
export const hasBegun = (events: readonly { readonly status: string }[]): boolean =>
  events.some(({ status }) => status !== 'upcoming');

export type Known = {
  readonly settled: readonly { readonly step: Step; readonly as: Settled }[];
  readonly hasOwnPassword: boolean;
  readonly isEdited: boolean;
  readonly hasEvents: boolean;
  /** PUBLIC_URL. Writes are accepted from that origin only, so an organiser's browser proves that it works. */
  readonly publicUrl: string | null;
};

const SHOWN_BY: Record<Step, (known: Known) => boolean> = {
  password: ({ hasOwnPassword }) => hasOwnPassword,
  facts: ({ isEdited }) => isEdited,
  programme: ({ hasEvents }) => hasEvents,
  address: ({ publicUrl }) => publicUrl !== null,
  poster: () => false,
};

export type StepState = Settled | 'open';

export const firstSteps = (known: Known): { step: Step; state: StepState }[] =>
  STEPS.map((step) => {
    const stored = known.settled.find((one) => one.step === step)?.as ?? 'open';
    return { step, state: SHOWN_BY[step](known) ? 'done' : stored };
  });

export const isLoopback = (origin: string): boolean =>
  /^https?:\/\/(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/.test(origin);
