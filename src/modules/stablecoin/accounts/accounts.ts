import type { Logger } from "@medusajs/framework/types"
import type { Payment, Rail } from "../../../ledger"
import { RAILS } from "../../../ledger"
import {
  type IncomingWebhook,
  judgeWebhook,
  type WebhookVerdict,
} from "../accept-webhook"
import { findReportedPayment } from "../find-reported-payment"
import type { AskableOrder, GatewayClients } from "../gateway-clients"
import { KeyRing } from "../secrets"
import type { Settings } from "../settings"
import type { Store } from "../store"
import type { AccountToKeep } from "../store/accounts"
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
  settings: () => Promise<Settings>
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
  readonly #unreadable = new Set<string>()
  readonly #now: () => number

  constructor(private readonly parts: AccountsParts) {
    this.#now = parts.now ?? (() => performance.now())
  }

  /** What is to be stored with a payment that is being started; null: it is not the current account's. */
  async toKeep({
    rail,
    account: key,
  }: Pick<Payment, "rail" | "account">): Promise<AccountToKeep | null> {
    const settings = await this.parts.settings()
    const account = currentAccount(settings, rail)
    if (account?.account !== key) {
      return null
    }
    const keys = new KeyRing(settings.encryptionKeys)
    return {
      key,
      rail,
      base_url: account.baseUrl,
      client_id: account.clientId,
      isKept: (sealed) =>
        keys.isEmpty || (sealed !== null && areSealed(account, sealed, keys)),
      seal: () => (keys.isEmpty ? null : sealSecrets(account, keys)),
    }
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
    const current = currentAccount(await this.parts.settings(), rail)
    const account = current?.account === key ? current : await this.#find(key)
    return (
      account && { client: this.parts.gateway.onchain(account), id: gateway_id }
    )
  }

  /**
   * Verifies and reads a webhook, with the secrets in force and then with those
   * of kept accounts. What a kept one signed counts for that account's payments
   * alone: a secret that was given up can't confirm new ones.
   */
  async judge(webhook: IncomingWebhook): Promise<WebhookVerdict> {
    const { webhookSecrets } = await this.parts.settings()
    const verdict = judgeWebhook(webhook, webhookSecrets[webhook.rail])
    if (verdict.ok || verdict.reason === "invalid_data") {
      return verdict
    }
    await this.#readAgain()
    for (const account of await this.#former(webhook.rail)) {
      const judged = judgeWebhook(webhook, account.webhookSecrets)
      if (judged.ok) {
        const payment = await findReportedPayment(
          this.parts.store,
          judged.report
        )
        // Another account may have the same endpoint, and so the same secret.
        if (!payment || payment.account === account.account) {
          return judged
        }
      } else if (judged.reason === "invalid_data") {
        return judged
      }
    }
    return verdict
  }

  /** Reads what is kept, and encrypts it with the first key where an older one did. */
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
    const settings = await this.parts.settings()
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

  /** Kept accounts of a rail, without the one that payments are started with now: there the settings count. */
  async #former(rail: Rail): Promise<Account[]> {
    const current = currentAccount(await this.parts.settings(), rail)
    return [...this.#kept.values()].filter(
      (account) => account.rail === rail && account.account !== current?.account
    )
  }

  async #readAgain(): Promise<void> {
    if (this.#now() - this.#readAt >= READ_AGAIN_AFTER_MS) {
      await this.refresh()
    }
  }

  async #read(): Promise<void> {
    const { store, settings } = this.parts
    const keys = new KeyRing((await settings()).encryptionKeys)
    const kept = new Map<string, Account>()
    for (const row of await store.readAccounts()) {
      try {
        const account = openAccount(row, keys)
        if (account) {
          kept.set(row.key, account)
        }
        if (account && row.secrets && keys.needsReencryption(row.secrets)) {
          await store.reencryptAccount(
            row,
            sealSecrets(account, keys),
            new Date()
          )
        }
      } catch (error) {
        this.#warnOnce(row.key, error)
      }
    }
    this.#kept = kept
    this.#readAt = this.#now()
  }

  #warnOnce(key: string, error: unknown): void {
    if (!this.#unreadable.has(key)) {
      this.#unreadable.add(key)
      this.parts.logger.warn(
        `Stablecoin payments: the kept credentials ${key} can't be used, so that payments started with them can't be asked about: ${String(error)}`
      )
    }
  }
}
