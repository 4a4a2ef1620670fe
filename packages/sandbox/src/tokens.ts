import { randomBytes } from "node:crypto"
import type { ApiName } from "./accounts"

type Holder = { api: ApiName; accountId: string; clientId: string }
type Grant<T> = { holder: T; expiresAt: number }

/** Bearer tokens of one kind: opaque, expiring, and revocable at once. */
class Tokens<T> {
  private readonly grants = new Map<string, Grant<T>>()

  issue(holder: T, lifetime: number): { token: string; expiresAt: number } {
    const now = Date.now()
    for (const [token, grant] of this.grants) {
      if (grant.expiresAt <= now) {
        this.grants.delete(token)
      }
    }
    const token = randomBytes(30).toString("base64url")
    const expiresAt = now + lifetime * 1000
    this.grants.set(token, { holder, expiresAt })
    return { token, expiresAt }
  }

  holder(token: string): T | undefined {
    const grant = this.grants.get(token)
    return grant && grant.expiresAt > Date.now() ? grant.holder : undefined
  }

  expireAll(): void {
    this.grants.clear()
  }
}

/**
 * The tokens of both APIs and of buyer apps. One kind is never accepted as
 * another.
 */
export class TokenRecords {
  readonly access = new Tokens<Holder>()
  readonly buyers = new Tokens<{ buyer: true }>()

  /** @param lifetime seconds that newly issued tokens are valid */
  constructor(public lifetime: number) {}

  /** The holder of an access token of this API. */
  holderFor(api: ApiName, token: string): Holder | undefined {
    const holder = this.access.holder(token)
    return holder?.api === api ? holder : undefined
  }
}
