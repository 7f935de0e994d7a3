/** What the server writes before this script (app/server/built.ts), and the worker's global. */
declare const self: ServiceWorkerGlobalScope & {
  readonly BUILD: {
    readonly hash: string;
    /** Scripts, styles and fonts of the visitors' screens. */
    readonly files: readonly string[];
    /** Those of the dashboard alone. */
    readonly deskFiles: readonly string[];
  };
};

export const worker = self;
export const { hash: build, files, deskFiles } = self.BUILD;
