import { randomBytes, randomUUID } from "node:crypto"

export type ApiName = "merchant" | "business"

/**
 * Client id and secret of the Merchant Checkout API. The secret also signs its
 * webhooks.
 */
export type HostedCredentials = { clientId: string; clientSecret: string }

/** Client id and secret of the Business Order API, and the key that signs its webhooks. */
export type OnchainCredentials = HostedCredentials & { webhookSecret: string }

export type Credentials = {
  hosted: HostedCredentials
  onchain: OnchainCredentials
}

/**
 * A webhook endpoint registered in the business portal, with its own secret.
 */
export type RegisteredEndpoint = {
  id: string
  url: string
  /** Only these events are sent. Absent means all. */
  events?: string[]
  secret: string
}

export type Account = {
  id: string
  /** Display name of the business. */
  name: string
  credentials: Credentials
  endpoints: RegisteredEndpoint[]
}

export type RotatableSecret = "hosted" | "onchain" | "webhook"

/**
 * Whether a credential is a sandbox one: by contract, its client id starts with
 * `test_`.
 */
export function isTestClient(clientId: string): boolean {
  return clientId.startsWith("test_")
}

const random = (bytes: number) => randomBytes(bytes).toString("hex")

/** New credentials: `test_…` in sandbox mode, `live_…` in live mode. */
export function createCredentials(mode: "sandbox" | "live"): Credentials {
  const prefix = mode === "sandbox" ? "test" : "live"
  return {
    hosted: {
      clientId: `${prefix}_merchant_${random(8)}`,
      clientSecret: `${prefix}_secret_${random(24)}`,
    },
    onchain: {
      clientId: `${prefix}_business_${random(8)}`,
      clientSecret: `${prefix}_secret_${random(24)}`,
      webhookSecret: `whsec_${random(24)}`,
    },
  }
}

/** All accounts at the gateway. The first is the sandbox's own account. */
export class Accounts {
  private readonly accounts: Account[] = []

  get first(): Account {
    return this.accounts[0]!
  }

  add(name: string, credentials: Credentials): Account {
    const account: Account = {
      id: randomUUID(),
      name,
      credentials: structuredClone(credentials),
      endpoints: [],
    }
    this.accounts.push(account)
    return account
  }

  byId(id: string): Account {
    return this.accounts.find((candidate) => candidate.id === id)!
  }

  /**
   * The account of these credentials, or undefined if the id or secret is
   * wrong.
   */
  authenticate(
    api: ApiName,
    clientId: string,
    clientSecret: string
  ): Account | undefined {
    return this.accounts.find(({ credentials }) => {
      const own = api === "merchant" ? credentials.hosted : credentials.onchain
      return own.clientId === clientId && own.clientSecret === clientSecret
    })
  }

  /**
   * Replaces a secret: `onchain` replaces the client's and the webhooks',
   * `webhook` only the latter.
   */
  rotate(account: Account, which: RotatableSecret): void {
    const { hosted, onchain } = account.credentials
    const next = createCredentials(
      isTestClient(hosted.clientId) ? "sandbox" : "live"
    )
    if (which === "hosted") {
      hosted.clientSecret = next.hosted.clientSecret
      return
    }
    onchain.webhookSecret = next.onchain.webhookSecret
    if (which === "onchain") {
      onchain.clientSecret = next.onchain.clientSecret
    }
  }

  /** Registers an endpoint for business events of an account. */
  register(
    account: Account,
    endpoint: { url: string; events?: string[]; secret?: string }
  ): RegisteredEndpoint {
    const registered: RegisteredEndpoint = {
      id: randomUUID(),
      url: endpoint.url,
      secret: endpoint.secret ?? `whsec_${random(24)}`,
      ...(endpoint.events && { events: [...endpoint.events] }),
    }
    account.endpoints.push(registered)
    return registered
  }
}
