import type { BenchStore } from "./store/bench-store"

/** What a measure finds ready, and what it may ask for. */
export type BenchContext = {
  /** Whether fewer samples and smaller tables must do. */
  quick: boolean
  /** `postgres://user:password@host:port`, without a database's name. Durable, unless `DATABASE_URL` gave one that is not. */
  serverUrl: string
  /** Tells the person who waits what is being done. */
  say(line: string): void
  freePort(): Promise<number>
  /** Has something undone at the end, also where the run is broken off. */
  atEnd(what: string, undo: () => Promise<void>): void
  /** The store that measures share, started when it is first asked for: one process, with the built package and the stub provider. */
  store(): Promise<BenchStore>
}
