/**
 * `fast` ends all sessions and shuts down. `immediate` aborts without a
 * shutdown, so that the next start recovers from the write-ahead log.
 */
export type ShutdownMode = "fast" | "immediate"

/**
 * Stops a PostgreSQL in the middle of its clients' work, and starts it again.
 */
export type Outage = {
  /** Stops the server. Its databases and its port stay. */
  begin(mode: ShutdownMode): Promise<void>
  /** Starts it again, and waits until it accepts connections. */
  end(): Promise<void>
}
