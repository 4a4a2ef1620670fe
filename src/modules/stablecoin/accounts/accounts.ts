import type { Logger } from "@medusajs/framework/types"
import type { Payment, Rail } from "../../../ledger"
import { RAILS } from "../../../ledger"
import {
  type IncomingWebhook,
  judgeWebhook,
  SIGNATURE_HEADER,
  type WebhookVerdict,
} from "../accept-webhook"
import type { AdminSettings } from "../admin-settings/admin-settings"
import { findReportedPayment } from "../find-reported-payment"
import type { AskableOrder, GatewayClients } from "../gateway-clients"
import { KeyRing } from "../secrets"
import type { Settings } from "../settings"
import type { Store } from "../store"
import type { AccountRow } from "../store/accounts"
import {
  type Account,
  areSealed,
  currentAccount,
  openAccount,
  sealSecrets,
} from "./kept-account"

/** Whoever signs wrongly must not be able to have the database asked without end. */
const READ_AGAIN_AFTER_MS = 1_000

export type AccountsParts = {
  store: Pick<
    Store,
    "findPayment" | "readAccounts" | "reencryptAccount" | "forgetAccounts"
  >
  gateway: GatewayClients
  settings: Pick<AdminSettings, "inForce" | "recent" | "renewed">
  logger: Pick<Logger, "warn">
  /** The clock in milliseconds. */
  now?: () => number
}

/**
 * The credentials of open payments: those in the settings, and those with which
 * payments were started before the merchant changed them.
 */
export class Accounts {
  #kept: ReadonlyMap<string, Account> = new Map()
  #readAt = -Infinity
  #reading?: Promise<void>
  readonly #warned = new Set<string>()
  #unreadable: ReadonlyMap<string, Rail> = new Map()
  readonly #now: () => number

  constructor(private readonly parts: AccountsParts) {
    this.#now = parts.now ?? (() => performance.now())
  }

  /**
   * The order of a payment and who to ask about it; null where the gateway has
   * no call for it, or the credentials that it was started with are not known.
   */
  async orderOf({
    rail,
    gateway_id,
    account: key,
  }: Payment): Promise<AskableOrder | null> {
    if (rail !== "onchain" || !gateway_id) {
      return null
    }
    const current = currentAccount(await this.parts.settings.recent(), rail)
    const account = current?.account === key ? current : await this.#find(key)
    return (
      account && { client: this.parts.gateway.onchain(account), id: gateway_id }
    )
  }

  /**
   * Verifies and reads a webhook, with the secrets in force and then with those
   * of kept accounts. What a kept one signed counts for that account's payments
   * alone: a secret that was given up can't confirm new ones. While a secret
   * of the rail can't be read, what none of the others signed is not called
   * forged: a gateway sends it again, and may not after a 401.
   *
   * @throws when the database can't be read: then nobody can tell who sent it
   */
  async judge(webhook: IncomingWebhook): Promise<WebhookVerdict> {
    const { settings } = this.parts
    const known = await settings.recent()
    const verdict = judgeBy(known, webhook)
    if (!isStrange(verdict)) {
      return verdict
    }
    const renewed = await settings.renewed()
    const again = renewed ? judgeBy(renewed, webhook) : verdict
    if (!isStrange(again)) {
      return again
    }
    const inForce = renewed ?? known
    const byKept = await this.#judgeByKept(webhook, inForce)
    return byKept ?? this.#orUnavailable(again, webhook, inForce)
  }

  /** Reads what is kept, and brings it up to date: the first key, and the secrets in force of the account in force. */
  async refresh(): Promise<void> {
    await (this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    }))
  }

  /**
   * Removes kept credentials that nobody needs any more.
   *
   * @param retentionMs how long after a payment's start late words on it are waited for
   * @returns the keys of what is gone
   */
  async forgetEnded(retentionMs: number): Promise<string[]> {
    const settings = await this.parts.settings.inForce()
    const current = RAILS.flatMap(
      (rail) => currentAccount(settings, rail)?.account ?? []
    )
    const before = new Date(Date.now() - retentionMs)
    const gone = await this.parts.store.forgetAccounts(current, before)
    if (gone.length) {
      await this.refresh()
    }
    return gone
  }

  async #find(key: string): Promise<Account | null> {
    if (!this.#kept.has(key)) {
      await this.#readAgain()
    }
    return this.#kept.get(key) ?? null
  }

  /** Without the account that payments are started with now: there the settings count. */
  async #judgeByKept(
    webhook: IncomingWebhook,
    settings: Settings
  ): Promise<WebhookVerdict | null> {
    await this.#readAgain()
    const { rail } = webhook
    const current = currentAccount(settings, rail)?.account
    for (const account of this.#kept.values()) {
      if (account.rail !== rail || account.account === current) {
        continue
      }
      const judged = judgeWebhook(webhook, account.webhookSecrets)
      if (judged.ok) {
        const { store } = this.parts
        const payment = await findReportedPayment(store, judged.report)
        // Another account may have the same endpoint, and so the same secret.
        if (!payment || payment.account === account.account) {
          return judged
        }
      } else if (judged.reason === "invalid_data") {
        return judged
      }
    }
    return null
  }

  /** What is not signed at all is no webhook of the gateway. */
  #orUnavailable(
    verdict: WebhookVerdict,
    { rail, header }: IncomingWebhook,
    settings: Settings
  ): WebhookVerdict {
    const current = currentAccount(settings, rail)?.account
    const isKeptUnreadable = [...this.#unreadable].some(
      ([key, each]) => each === rail && key !== current
    )
    return header(SIGNATURE_HEADER[rail]) &&
      (settings.unreadable[rail] || isKeptUnreadable)
      ? {
          ok: false,
          reason: "unavailable",
          message: `A secret of the ${rail} rail that may have signed this can't be read at the moment.`,
        }
      : verdict
  }

  async #readAgain(): Promise<void> {
    if (this.#now() - this.#readAt >= READ_AGAIN_AFTER_MS) {
      await this.refresh()
    }
  }

  async #read(): Promise<void> {
    const { store, settings } = this.parts
    const rows = await store.readAccounts()
    // Read after the rows: what is sealed anew over one of them is newer than it.
    const inForce = await settings.inForce()
    const keys = new KeyRing(inForce.encryptionKeys)
    const kept = new Map<string, Account>()
    const unreadable = new Map<string, Rail>()
    for (const row of rows) {
      try {
        const account = openAccount(row, keys)
        if (account) {
          kept.set(row.key, await this.#upToDate(row, account, inForce, keys))
        }
      } catch (error) {
        unreadable.set(row.key, row.rail)
        this.#warnOnce(row.key, error)
      }
    }
    this.#kept = kept
    this.#unreadable = unreadable
    this.#readAt = this.#now()
  }

  /** A secret that was taken back must not come back with its account, once that is given up. */
  async #upToDate(
    row: AccountRow,
    kept: Account,
    settings: Settings,
    keys: KeyRing
  ): Promise<Account> {
    const current = currentAccount(settings, row.rail)
    const account = current?.account === row.key ? current : kept
    if (row.secrets !== null && !areSealed(account, row.secrets, keys)) {
      const sealed = sealSecrets(account, keys)
      await this.parts.store.reencryptAccount(row, sealed, new Date())
    }
    return account
  }

  #warnOnce(key: string, error: unknown): void {
    if (!this.#warned.has(key)) {
      this.#warned.add(key)
      this.parts.logger.warn(
        `Stablecoin payments: the kept credentials ${key} can't be used, so that payments started with them can't be asked about: ${String(error)}`
      )
    }
  }
}

function judgeBy(
  { webhookSecrets }: Settings,
  webhook: IncomingWebhook
): WebhookVerdict {
  return judgeWebhook(webhook, webhookSecrets[webhook.rail])
}

/** Signed with none of the secrets that it was judged by. */
function isStrange(verdict: WebhookVerdict): boolean {
  return !verdict.ok && verdict.reason !== "invalid_data"
}
