/** The six accent colours, and `mute` for no accent. */
export type Colour = 'violet' | 'sea' | 'sky' | 'lime' | 'sun' | 'coral' | 'mute';

/** Whole class names, because Tailwind only finds literals. */
export const TEXT_OF: Record<Colour, string> = {
  violet: 'text-violet',
  sea: 'text-sea',
  sky: 'text-sky',
  lime: 'text-lime',
  sun: 'text-sun',
  coral: 'text-coral',
  mute: 'text-mute',
};

export const TINT_OF: Record<Colour, string> = {
  violet: 'bg-violet/14',
  sea: 'bg-sea/14',
  sky: 'bg-sky/14',
  lime: 'bg-lime/14',
  sun: 'bg-sun/14',
  coral: 'bg-coral/14',
  mute: 'bg-mute/14',
};

export const EDGE_OF: Record<Colour, string> = {
  violet: 'before:border-violet',
  sea: 'before:border-sea',
  sky: 'before:border-sky',
  lime: 'before:border-lime',
  sun: 'before:border-sun',
  coral: 'before:border-coral',
  mute: 'before:border-mute',
};
