/** A /48 of IPv6 holds 65,536 /64s, and may hold many households. It is allowed this many times as much as a /64. */
export const WIDER_FACTOR = 4;
