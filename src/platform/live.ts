/** The message every open screen gets after a commit: the topics whose data changed. */
export type LiveMessage = { readonly topics: readonly string[] };
