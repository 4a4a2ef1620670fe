import { z } from "zod"
import {
  createCredentials,
  type Credentials,
  type RegisteredEndpoint,
  type RotatableSecret,
} from "./accounts"
import type { Gateway } from "./gateway"
import { assertOnlyThisMachine } from "./live-mode"
import { parse } from "./parse"
import { applyRules, type Rules, type RulesChange } from "./rules"
import type { State } from "./state"
import {
  applyVariant,
  type Variant,
  type VariantChange,
  type VariantName,
} from "./variants"

/** Settings of a running gateway: accounts, endpoints, tokens, variant, rules. */
export abstract class GatewaySettings {
  constructor(protected readonly gateway: Gateway) {}

  /** Current credentials of the sandbox's own account. */
  get credentials(): Credentials {
    return structuredClone(this.state.accounts.first.credentials)
  }

  get variant(): Variant {
    return structuredClone(this.state.variant)
  }

  /** The gateway's current limits and offers. */
  get rules(): Rules {
    return structuredClone(this.state.rules)
  }

  /**
   * Replaces secrets and returns the new credentials. Tokens issued before stay
   * valid.
   */
  rotateSecret(which: RotatableSecret): Credentials {
    const { accounts } = this.state
    accounts.rotate(accounts.first, which)
    return this.credentials
  }

  /**
   * Adds another business at the same gateway.
   *
   * @throws SandboxError for live mode, if other machines can reach the sandbox
   */
  addAccount(
    options: { name?: string; mode?: "sandbox" | "live" } = {}
  ): Credentials & { id: string } {
    const { name = "Another Store", mode = "sandbox" } = options
    if (mode === "live") {
      assertOnlyThisMachine(this.gateway.settings)
    }
    const account = this.state.accounts.add(name, createCredentials(mode))
    return { id: account.id, ...structuredClone(account.credentials) }
  }

  /**
   * Registers an endpoint for business events, all by default, as the portal
   * would.
   */
  registerEndpoint(endpoint: {
    url: string
    events?: string[]
    secret?: string
  }): RegisteredEndpoint {
    const { accounts } = this.state
    return structuredClone(accounts.register(accounts.first, endpoint))
  }

  endpoints(): RegisteredEndpoint[] {
    return structuredClone(this.state.accounts.first.endpoints)
  }

  /**
   * Sets the lifetime in seconds of access tokens issued from now on.
   *
   * @throws SandboxError 422 unless it is more than 0
   */
  setTokenLifetime(seconds: number): void {
    const lifetime = z.number().positive()
    this.state.tokens.lifetime = parse(lifetime, seconds, "The lifetime")
  }

  /** Expires every access token of both APIs at once. */
  expireTokens(): void {
    this.state.tokens.access.expireAll()
  }

  /** Issues a token for a buyer app's user. */
  buyerToken(): string {
    const { buyers, lifetime } = this.state.tokens
    return buyers.issue({ buyer: true }, lifetime).token
  }

  /**
   * Switches the merchant API to another variant.
   *
   * @throws SandboxError 422 if the variant does not exist
   */
  setVariant(change: VariantName | VariantChange): Variant {
    this.state.variant = applyVariant(this.state.variant, change)
    return this.variant
  }

  /**
   * Changes the gateway's limits and offers.
   *
   * @throws SandboxError 422 for a field, value or method that does not exist
   */
  setRules(change: RulesChange): Rules {
    this.state.rules = applyRules(this.state.rules, change)
    return this.rules
  }

  protected get state(): State {
    return this.gateway.state
  }
}
