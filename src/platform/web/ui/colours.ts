/** The six accent colours of the look, and `mute` for what needs none. */
export type Colour = 'violet' | 'sea' | 'sky' | 'lime' | 'sun' | 'coral' | 'mute';

/** Whole class names, because Tailwind only finds what is written out. */
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
  violet: 'bg-violet/16',
  sea: 'bg-sea/16',
  sky: 'bg-sky/16',
  lime: 'bg-lime/16',
  sun: 'bg-sun/16',
  coral: 'bg-coral/16',
  mute: 'bg-mute/16',
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
