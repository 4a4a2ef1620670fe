import { isDeepStrictEqual } from "node:util"
import type { Logger } from "@medusajs/framework/types"
import type {
  AdminConnectionTest,
  AdminTestConnection,
} from "../../../http-types"
import { type Payment, type Rail, RAIL_TRAITS, RAILS } from "../../../ledger"
import { LATE_MONEY_SECONDS } from "../../../settings"
import { messageOf } from "../../../shared/message-of"
import { planConnectionTest, testCredentials } from "../gateway/connection-test"
import type { Repository } from "../repository"
import type { AccountToKeep } from "../repository/payments/open-payment"
import type { AccountRow } from "../repository/accounts/accounts"
import type { AdminSettings } from "../settings/admin-settings"
import type { Settings } from "../settings/settings"
import { type Account, type WebhookSecret } from "./account"
import type { KnownMode } from "./mode"
import { areSealed, sealSecrets } from "./sealed-account"

const KEPT_AT_LEAST_MS = LATE_MONEY_SECONDS * 1000

export type AccountsParts = {
  repository: {
    accounts: Pick<
      Repository["accounts"],
      "forget" | "mayStillBePaid" | "noteMode" | "reseal"
    >
  }
  settings: Pick<AdminSettings, "effective" | "last">
  logger: Pick<Logger, "warn">
}

/**
 * Accounts of open payments: the current ones, and those that payments were
 * started with before the merchant changed them.
 */
export class Accounts {
  readonly #writing = new Map<Rail, Promise<void>>()

  constructor(private readonly parts: AccountsParts) {}

  /**
   * Tests credentials, entered or effective, at the gateway of a rail, and
   * stores the mode of the effective account.
   */
  async testConnection(
    input: AdminTestConnection
  ): Promise<AdminConnectionTest> {
    const { current } = await this.parts.settings.effective()
    const { account } = current[input.rail]
    const plan = planConnectionTest(input, current[input.rail])
    if (!plan.ok) {
      return plan
    }
    const { baseUrl, clientId } = plan.credentials
    const test = await testCredentials(input.rail, plan.credentials)
    const isCurrent =
      baseUrl === account?.baseUrl && clientId === account.clientId
    if (test.ok && isCurrent) {
      await this.storeMode(account, test)
    }
    return test
  }

  /**
   * Stores the mode that the gateway reported for an account. A failure is only
   * logged, since nothing else depends on it.
   */
  async storeMode(
    { rail, account: key, baseUrl, clientId }: Omit<Account, "webhookSecrets">,
    { mode, sandbox }: Pick<KnownMode, "mode" | "sandbox">
  ): Promise<void> {
    const { repository, logger } = this.parts
    const named = { key, rail, base_url: baseUrl, client_id: clientId }
    try {
      await repository.accounts.noteMode({ ...named, mode, sandbox })
    } catch (error) {
      logger.warn(
        `Stablecoin payments: the mode of the ${rail} rail could not be noted: ${messageOf(error)}`
      )
    }
  }

  /**
   * Stores the mode that the gateway reported for a started payment's account,
   * if it changed. The start does not wait for the write. Of hosted accounts,
   * only the sandbox matters, since the client id contains the mode.
   */
  noteMode(rail: Rail, reported: KnownMode): void {
    const { last } = this.parts.settings
    const account = last?.accounts[rail]
    const known = last?.modes[rail]
    const isKnown = RAIL_TRAITS[rail].hasModeInClientId
      ? known?.sandbox === reported.sandbox
      : isDeepStrictEqual(known, reported)
    const isCurrent = account?.account === reported.account
    if (isCurrent && !isKnown && !this.#writing.has(rail)) {
      const writing = this.storeMode(account, reported).finally(() =>
        this.#writing.delete(rail)
      )
      this.#writing.set(rail, writing)
    }
  }

  /** Waits for the modes that are being written. */
  async end(): Promise<void> {
    await Promise.all(this.#writing.values())
  }

  /**
   * Removes credentials and replaced webhook secrets that no payment needs any
   * more. Any ended payment may still be paid late, so its secrets are kept for
   * 90 days, or for the webhook retention if that is longer.
   *
   * @param retentionMs how long webhooks are kept
   * @returns the keys of the removed accounts
   */
  async purgeEnded(retentionMs: number): Promise<string[]> {
    const { repository } = this.parts
    const settings = await this.parts.settings.effective()
    const { accounts, rows, opened } = settings
    const keptMs = Math.max(retentionMs, KEPT_AT_LEAST_MS)
    const before = new Date(Date.now() - keptMs)
    const current = RAILS.flatMap((rail) => accounts[rail]?.account ?? [])
    const gone = await repository.accounts.forget(current, before)
    for (const row of rows.accounts) {
      const stored = opened.get(row.key)
      if (stored?.ok) {
        await this.#dropEndedSecrets(row, stored.account, settings, before)
      }
    }
    return gone
  }

  /**
   * Removes replaced webhook secrets whose payments have all ended. Those of the
   * config stay until they are removed there.
   */
  async #dropEndedSecrets(
    row: AccountRow,
    account: Account,
    { keys }: Settings,
    before: Date
  ): Promise<void> {
    const { accounts } = this.parts.repository
    const kept: WebhookSecret[] = []
    for (const each of account.webhookSecrets) {
      const until = each.id !== null && each.replaced_at
      if (
        !until ||
        (await accounts.mayStillBePaid(row.key, new Date(until), before))
      ) {
        kept.push(each)
      }
    }
    if (kept.length < account.webhookSecrets.length) {
      const sealed = sealSecrets({ ...account, webhookSecrets: kept }, keys)
      await accounts.reseal(row, sealed)
    }
  }
}

/**
 * The account to store with a payment that is being started.
 *
 * @param settings those that the payment is started with
 * @returns null when the payment is not of their account
 */
export function accountToKeep(
  settings: Settings,
  { rail, account: key }: Pick<Payment, "rail" | "account">
): AccountToKeep | null {
  const account = settings.accounts[rail]
  if (account?.account !== key) {
    return null
  }
  const { keys, rows } = settings
  const stored = rows.accounts.find((row) => row.key === key)
  const isUpToDate =
    keys.isEmpty ||
    Boolean(stored?.secrets && areSealed(account, stored.secrets, keys))
  return {
    key,
    rail,
    base_url: account.baseUrl,
    client_id: account.clientId,
    stored: stored ? { secrets: stored.secrets, isUpToDate } : null,
    seal: () => (keys.isEmpty ? null : sealSecrets(account, keys)),
  }
}
