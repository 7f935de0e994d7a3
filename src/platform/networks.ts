/** A /48 of IPv6 may hold many households, so it is allowed this many times as much as a /64. */
export const WIDER_FACTOR = 4;
