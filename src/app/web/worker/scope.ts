/** The server writes `BUILD` before this script (app/server/built.ts). */
declare const self: ServiceWorkerGlobalScope & {
  readonly BUILD: {
    readonly hash: string;
    readonly files: readonly string[];
    readonly deskFiles: readonly string[];
  };
};

export const worker = self;
export const { hash: build, files, deskFiles } = self.BUILD;
