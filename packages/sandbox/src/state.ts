import { NETWORKS } from "../../../src/blockchain/networks"
import type {
  Chain as ChainCode,
  CheckoutMethod,
} from "../../../src/gateway/schemas"
import { Accounts, createCredentials, type Account } from "./accounts"
import { OrderRecords } from "./records/order"
import { TransactionRecords } from "./records/transaction"
import { METHODS } from "./catalog"
import { NetworkChain } from "./chain/network-chain"
import { newAddress } from "./chain/transfer"
import { Faults } from "./faults/faults"
import { RequestLog } from "./http/request-log"
import type { Settings } from "./options"
import { DEFAULT_RATES, type Rates } from "./rates-api"
import type { Rules } from "./rules"
import { SandboxError } from "./sandbox-error"
import { Tokens } from "./tokens"
import { WebhookQueue } from "./webhooks/queue"
import { Sender } from "./webhooks/send"

/** The gateway's complete state. A reset creates a new one. */
export type State = {
  accounts: Accounts
  tokens: Tokens
  transactions: TransactionRecords
  orders: OrderRecords
  rules: Rules
  rates: Rates
  chains: NetworkChain[]
  /** @throws SandboxError 404 if the gateway has no such chain */
  chain(code: ChainCode): NetworkChain
  /** Address of the wallet built into the onchain page, which never runs out. */
  wallet: string
  /** Destination addresses of payment orders, one per account and chain. */
  destinations: Map<string, string>
  faults: Faults
  webhooks: WebhookQueue
  requests: RequestLog
}

export function createState(settings: Settings): State {
  const accounts = new Accounts()
  accounts.add(settings.merchantName, {
    ...createCredentials(settings.mode),
    ...settings.seedSecrets,
  })
  const chains = NETWORKS.map(
    (network) => new NetworkChain(network, settings.finality)
  )
  const faults = new Faults()
  return {
    accounts,
    tokens: new Tokens(settings.tokenTtl),
    transactions: new TransactionRecords(),
    orders: new OrderRecords(),
    rules: structuredClone(settings.rules),
    rates: DEFAULT_RATES,
    chains,
    chain: (code) => {
      const found = chains.find((chain) => chain.code === code)
      if (!found) {
        throw new SandboxError(`There is no chain ${code}.`, 404)
      }
      return found
    },
    wallet: newAddress(),
    destinations: new Map(),
    faults,
    webhooks: new WebhookQueue(new Sender(settings.webhookTimeoutMs), faults, {
      retries: settings.webhookRetries,
      backoffMs: settings.webhookBackoffMs,
      log: settings.log,
    }),
    requests: new RequestLog(),
  }
}

/**
 * The address that an account receives a payment at on a chain. Always the same
 * one, unless a rule says otherwise.
 */
export function destinationFor(
  { rules, destinations }: State,
  account: Account,
  chain: ChainCode
): string {
  if (rules.uniqueDestinations) {
    return newAddress()
  }
  const key = `${account.id}/${chain}`
  const address = destinations.get(key) ?? newAddress()
  destinations.set(key, address)
  return address
}

/** Active methods that accept a currency. */
export function activeMethods(
  { rules }: State,
  currency: string
): CheckoutMethod[] {
  const keys: string[] = rules.methods
  return METHODS.filter(
    ({ method, currencies }) =>
      keys.includes(method.key) && currencies.includes(currency)
  ).map(({ method }) => method)
}

/**
 * Currency codes that the hosted checkout accepts now: supported, enabled, and
 * payable by some method.
 */
export function hostedCurrencies(state: State): string[] {
  const enabled: string[] = ["USD", ...state.rules.currencies]
  return state.rules.hostedCurrencies.filter(
    (code) => enabled.includes(code) && activeMethods(state, code).length > 0
  )
}
