const FIRST_PAUSE_MS = 1_000
const LONGEST_OWN_PAUSE_MS = 60_000

/** Upper limit for the gateway's own Retry-After. */
const LONGEST_PAUSE_MS = 60 * 60_000

type Pause = { until: number; lengthMs: number }

/**
 * Accounts whose calls are paused after the gateway answered 429. Each process
 * learns of pauses from its own calls.
 */
export class GatewayPauses {
  readonly #pauses = new Map<string, Pause>()

  /** @param now the clock in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Accounts that are paused now. */
  get accounts(): string[] {
    return [...this.#pauses.keys()].filter((account) => this.has(account))
  }

  has(account: string): boolean {
    return (this.#pauses.get(account)?.until ?? -Infinity) > this.now()
  }

  /**
   * Pauses an account after a 429. Without a Retry-After, the pause doubles
   * with each 429 that follows a pause. Concurrent 429s count as one.
   *
   * @param retryAfterMs the gateway's Retry-After
   * @returns whether the account was not paused before
   */
  begin(account: string, retryAfterMs: number | undefined): boolean {
    const before = this.#pauses.get(account)
    const running = this.has(account)
    const lengthMs = running
      ? (before?.lengthMs ?? FIRST_PAUSE_MS)
      : Math.min(
          before ? before.lengthMs * 2 : FIRST_PAUSE_MS,
          LONGEST_OWN_PAUSE_MS
        )
    const wait = Math.min(retryAfterMs ?? lengthMs, LONGEST_PAUSE_MS)
    const until = this.now() + wait
    this.#pauses.set(account, {
      until: running ? Math.max(before?.until ?? until, until) : until,
      lengthMs,
    })
    return !running
  }

  /**
   * Resets the backoff after a successful call. A call that began before the
   * pause does not end it.
   */
  end(account: string): void {
    if (!this.has(account)) {
      this.#pauses.delete(account)
    }
  }
}
