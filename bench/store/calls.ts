import type { SeededStore } from "../../demo/seed-store"
import type { Watched } from "./watch"

/** What a store's process does when its parent asks for it. */
export type Calls = {
  /** Runs the scheduled job once. */
  job(): Promise<void>
  /** The same, and what it cost. */
  watchedJob(): Promise<Watched>
  /** What it needs of memory, in bytes, once it has thrown away what it can. */
  memory(): Promise<{ rss: number; heap: number }>
  /** Its payment streams, and what Node.js holds for it: timers, sockets and requests. */
  streams(): Promise<{ streams: number; watchers: number; resources: number }>
  /** Waits until it has nothing to do. */
  idle(): Promise<void>
  /** What it has warned of or called an error since it was last asked, also what its log level hides. */
  logged(): Promise<string[]>
  /**
   * Runs Medusa's `processPaymentWorkflow` directly, as if a payment were captured.
   *
   * @returns milliseconds
   */
  processPayment(input: { session_id: string; amount: number }): Promise<number>
}

export type Call<K extends keyof Calls = keyof Calls> = {
  id: number
  name: K
  args: Parameters<Calls[K]>
}

/** What the parent hears. */
export type Message =
  | { kind: "ready"; port: number; seeded: SeededStore }
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "failure"; id: number; message: string }
