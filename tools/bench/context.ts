import type { BuiltStore } from "../harness/built-store/built-store"

/** Resources and helpers of a measure. */
export type BenchContext = {
  /** Whether to use fewer samples and smaller tables. */
  quick: boolean
  /**
   * `postgres://user:password@host:port`, without a database name. Durable,
   * unless `DATABASE_URL` names a server that is not.
   */
  serverUrl: string
  /** Prints progress. */
  say(line: string): void
  freePort(): Promise<number>
  /** Registers a cleanup that also runs when the run is aborted. */
  atEnd(what: string, undo: () => Promise<void>): void
  /**
   * The store that measures share, started on first use: one process, with the
   * built package and the stub provider.
   */
  store(): Promise<BuiltStore>
}
