/** Token, and when to stop using it (undefined: after a 401). */
export type IssuedToken = { accessToken: string; expiresAt?: number }

const REMEMBERED = 10
const RENEW_BEFORE_MS = 30_000
const RENEW_BEFORE_SHARE = 0.1

/** Caches one access token. Concurrent callers share one token request. */
export class TokenSource<Token extends IssuedToken> {
  readonly #issue: () => Promise<Token>
  readonly #now: () => number
  readonly #recent: string[] = []
  #inFlight?: Promise<Token>
  #current?: { accessToken: string; useUntil: number }

  /**
   * @param issue requests a token from the gateway
   * @param now the clock in milliseconds
   */
  constructor(issue: () => Promise<Token>, now: () => number) {
    this.#issue = issue
    this.#now = now
  }

  /** Recent tokens, in use or not, to scrub from texts of the gateway. */
  get recent(): readonly string[] {
    return this.#recent
  }

  /** Returns the current token, or a new one. */
  async get(): Promise<string> {
    if (this.#current && this.#now() < this.#current.useUntil) {
      return this.#current.accessToken
    }
    return (await this.fresh()).accessToken
  }

  /**
   * Returns a token other than the refused one. Concurrent refusals of one
   * token cost one renewal.
   */
  async replace(refused: string): Promise<string> {
    this.giveUp(refused)
    return this.get()
  }

  /** Discards a refused token, unless it was replaced already. */
  giveUp(refused: string): void {
    if (this.#current?.accessToken === refused) {
      this.#current = undefined
    }
  }

  /** Requests a token from the gateway, or joins the request in flight. */
  fresh(): Promise<Token> {
    this.#inFlight ??= this.#issue()
      .then((token) => {
        this.#recent.unshift(token.accessToken)
        this.#recent.splice(REMEMBERED)
        this.#current = {
          accessToken: token.accessToken,
          useUntil: this.#useUntil(token.expiresAt),
        }
        return token
      })
      .finally(() => {
        this.#inFlight = undefined
      })
    return this.#inFlight
  }

  /**
   * Returns a time shortly before the expiry. A token that seems expired on
   * arrival only shows that the clocks differ, and is used until the gateway
   * refuses it.
   */
  #useUntil(expiresAt = Infinity): number {
    const lifetime = expiresAt - this.#now()
    if (lifetime <= 0 || lifetime === Infinity) {
      return Infinity
    }
    return expiresAt - Math.min(RENEW_BEFORE_MS, lifetime * RENEW_BEFORE_SHARE)
  }
}
