/** Pause after a 429 without a Retry-After. */
const PAUSE_MS = 10_000

/** Upper limit for the gateway's own Retry-After. */
const LONGEST_PAUSE_MS = 60 * 60_000

/**
 * Accounts whose calls are paused after the gateway answered 429. Each process
 * learns of pauses from its own calls.
 */
export class GatewayPauses {
  readonly #until = new Map<string, number>()

  /** @param now the clock in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Accounts that are paused now. */
  get accounts(): string[] {
    return [...this.#until.keys()].filter((account) => this.has(account))
  }

  has(account: string): boolean {
    return (this.#until.get(account) ?? -Infinity) > this.now()
  }

  /**
   * Pauses an account after a 429. A shorter pause does not end a longer one.
   *
   * @param retryAfterMs the gateway's Retry-After
   */
  begin(account: string, retryAfterMs: number = PAUSE_MS): void {
    const until = this.now() + Math.min(retryAfterMs, LONGEST_PAUSE_MS)
    const before = this.#until.get(account) ?? until
    this.#until.set(account, Math.max(before, until))
  }
}
