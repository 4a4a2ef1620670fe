const FIRST_PAUSE_MS = 1_000
const LONGEST_OWN_PAUSE_MS = 60_000

/** A gateway that asks for more is asked again all the same. */
const LONGEST_PAUSE_MS = 60 * 60_000

type Pause = { until: number; lengthMs: number }

/**
 * Which accounts the gateway wants to be left alone, since it answered 429.
 * Each process learns it from its own calls.
 */
export class GatewayPauses {
  readonly #pauses = new Map<string, Pause>()

  /** @param now the clock in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Accounts that are not to be asked now. */
  get accounts(): string[] {
    return [...this.#pauses.keys()].filter((account) => this.has(account))
  }

  has(account: string): boolean {
    return (this.#pauses.get(account)?.until ?? -Infinity) > this.now()
  }

  /**
   * The gateway answered 429. Without its own word the pause doubles with each
   * 429 that follows a pause; those of calls that were under way together count
   * as one.
   *
   * @param retryAfterMs how long the gateway asks to wait
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

  /** A call went well. One that was under way when the pause began does not end it. */
  end(account: string): void {
    if (!this.has(account)) {
      this.#pauses.delete(account)
    }
  }
}
