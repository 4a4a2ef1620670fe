/** A token and the moment after which it is not used any more (undefined: until a 401). */
export type IssuedToken = { accessToken: string; expiresAt?: number }

const REMEMBERED = 10
const RENEW_BEFORE_MS = 30_000
const RENEW_BEFORE_SHARE = 0.1

/**
 * Keeps one access token. However many callers wait, one token request is in
 * flight.
 */
export class TokenSource<Token extends IssuedToken> {
  readonly #issue: () => Promise<Token>
  readonly #now: () => number
  readonly #recent: string[] = []
  #inFlight?: Promise<Token>
  #current?: { accessToken: string; useUntil: number }

  /** @param issue asks the gateway for a token  @param now the clock in milliseconds */
  constructor(issue: () => Promise<Token>, now: () => number) {
    this.#issue = issue
    this.#now = now
  }

  /** The last tokens, in use or not: what a text of the gateway must not repeat. */
  get recent(): readonly string[] {
    return this.#recent
  }

  /** The token in use, or a new one. */
  async get(): Promise<string> {
    if (this.#current && this.#now() < this.#current.useUntil) {
      return this.#current.accessToken
    }
    return (await this.fresh()).accessToken
  }

  /** A token other than the refused one; many refusals of one token cost one renewal. */
  async replace(refused: string): Promise<string> {
    this.giveUp(refused)
    return this.get()
  }

  /** Has the next caller ask for a new token, unless one is in use already. */
  giveUp(refused: string): void {
    if (this.#current?.accessToken === refused) {
      this.#current = undefined
    }
  }

  /** Asks the gateway, or joins the request that is already under way. */
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
   * A little before the end. A token that seems to have ended on arrival only
   * shows that the clocks differ: it is used until the gateway refuses it.
   */
  #useUntil(expiresAt = Infinity): number {
    const lifetime = expiresAt - this.#now()
    if (lifetime <= 0 || lifetime === Infinity) {
      return Infinity
    }
    return expiresAt - Math.min(RENEW_BEFORE_MS, lifetime * RENEW_BEFORE_SHARE)
  }
}
