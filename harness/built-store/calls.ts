import type { SeededStore } from "../store/seed"
import type { Watched } from "./watch"

/** Commands that a store's process runs for its parent. */
export type Calls = {
  /** Runs the scheduled job once. */
  job(): Promise<void>
  /** Runs the job once and measures its cost. */
  watchedJob(): Promise<Watched>
  /** Memory in bytes after garbage collection. */
  memory(): Promise<{ rss: number; heap: number }>
  /**
   * Its payment streams, and the active resources of Node.js: timers, sockets
   * and requests.
   */
  streams(): Promise<{ streams: number; watchers: number; resources: number }>
  /** Waits until the process is idle. */
  idle(): Promise<void>
  /**
   * Warnings and errors logged since the last call, including those that its
   * log level hides.
   */
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

/** Messages to the parent. */
export type Message =
  | { kind: "ready"; port: number; seeded: SeededStore }
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "failure"; id: number; message: string }
