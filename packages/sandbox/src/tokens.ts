import { randomBytes } from "node:crypto"
import type { ApiName } from "./accounts"

/** The holder of a token: an account at an API, or a buyer's app. */
type Grant = { of: ApiName | "buyer"; accountId: string; expiresAt: number }

/** Bearer tokens: opaque, expiring, and never accepted as those of another. */
export class Tokens {
  readonly #grants = new Map<string, Grant>()

  /** @param lifetime seconds that newly issued tokens are valid */
  constructor(public lifetime: number) {}

  issue(of: Grant["of"], accountId: string) {
    const token = randomBytes(30).toString("base64url")
    const expiresAt = Date.now() + this.lifetime * 1000
    this.#grants.set(token, { of, accountId, expiresAt })
    return { token, expiresAt }
  }

  holder(of: Grant["of"], token: string | undefined): Grant | undefined {
    const grant = this.#grants.get(token ?? "")
    const isValid = grant?.of === of && grant.expiresAt > Date.now()
    return isValid ? grant : undefined
  }

  /** Expires every access token of both APIs. */
  expireAccess(): void {
    for (const [token, { of }] of this.#grants) {
      if (of !== "buyer") {
        this.#grants.delete(token)
      }
    }
  }
}
