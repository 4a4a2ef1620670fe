import type { Logger } from "@medusajs/framework/types"
import type { Rail } from "../../../ledger"
import { messageOf } from "../../../shared/message-of"
import type { AdminSettings } from "./admin-settings"
import { KeyRing } from "./encryption"
import type { Settings } from "./settings"
import type { Repository } from "../repository"
import type { AccountRow } from "../repository/accounts/accounts"
import type { WebhookSigner } from "../webhooks/webhook-signers"
import {
  type Account,
  areSealed,
  currentAccount,
  openAccount,
  sealSecrets,
  signersOfAccount,
} from "./retained-account"

/**
 * Rate-limits re-reads, so that webhooks with a wrong signature can't hammer
 * the database.
 */
const READ_AGAIN_AFTER_MS = 1_000

export type RetainedAccountsParts = {
  repository: { accounts: Pick<Repository["accounts"], "list" | "reencrypt"> }
  settings: Pick<AdminSettings, "effective">
  logger: Pick<Logger, "warn">
  /** The clock in milliseconds. */
  now?: () => number
}

/**
 * Stored credentials that payments were started with, as this process last read
 * them.
 */
export class RetainedAccounts {
  #accounts: ReadonlyMap<string, Account> = new Map()
  #unreadable: ReadonlyMap<string, Rail> = new Map()
  #readAt = -Infinity
  /**
   * The effective settings of the last read. With others, other accounts may be
   * retained.
   */
  #readFor?: Settings
  #reading?: Promise<void>
  readonly #warned = new Set<string>()
  readonly #now: () => number

  constructor(private readonly parts: RetainedAccountsParts) {
    this.#now = parts.now ?? (() => performance.now())
  }

  async find(key: string): Promise<Account | null> {
    if (!this.#accounts.has(key)) {
      await this.readAgain()
    }
    return this.#accounts.get(key) ?? null
  }

  /**
   * Secrets that confirm payments of a rail's retained accounts. The current
   * account is excluded, since its secrets are in the settings.
   */
  async signers(rail: Rail, settings: Settings): Promise<WebhookSigner[]> {
    if (this.#readFor !== settings) {
      await this.refresh()
      this.#readFor = settings
    }
    const current = currentKey(rail, settings)
    return [...this.#accounts.values()]
      .filter((each) => each.rail === rail && each.account !== current)
      .flatMap(signersOfAccount)
  }

  /**
   * Whether a payment's account is current or retained, with readable secrets
   * or not.
   */
  has(rail: Rail, key: string, settings: Settings): boolean {
    return (
      key === settings.accounts[rail] ||
      this.#accounts.has(key) ||
      this.#unreadable.has(key)
    )
  }

  hasUnreadable(rail: Rail, settings: Settings): boolean {
    const current = currentKey(rail, settings)
    return [...this.#unreadable].some(
      ([key, each]) => each === rail && key !== current
    )
  }

  /** Reads the accounts, unless the last read is less than a second old. */
  async readAgain(): Promise<void> {
    if (this.#now() - this.#readAt >= READ_AGAIN_AFTER_MS) {
      await this.refresh()
    }
  }

  /**
   * Reads the accounts and updates them: encrypts with the first key, and
   * stores the current secrets of the current account.
   */
  async refresh(): Promise<void> {
    await (this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    }))
  }

  async #read(): Promise<void> {
    const { repository, settings } = this.parts
    const rows = await repository.accounts.list()
    // Read after the rows: the secrets written over a row must be newer than
    // the row.
    const effective = await settings.effective()
    const keys = new KeyRing(effective.encryptionKeys)
    const accounts = new Map<string, Account>()
    const unreadable = new Map<string, Rail>()
    for (const row of rows) {
      try {
        const account = openAccount(row, keys)
        if (account) {
          const upToDate = await this.#upToDate(row, account, effective, keys)
          accounts.set(row.key, upToDate)
        }
      } catch (error) {
        unreadable.set(row.key, row.rail)
        this.#warnOnce(row.key, error)
      }
    }
    this.#accounts = accounts
    this.#unreadable = unreadable
    this.#readAt = this.#now()
  }

  /**
   * Stores the current secrets of the current account, so that a revoked secret
   * does not return when the account becomes a retained one.
   */
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
      await this.parts.repository.accounts.reencrypt(row, sealed, new Date())
    }
    return account
  }

  #warnOnce(key: string, error: unknown): void {
    if (!this.#warned.has(key)) {
      this.#warned.add(key)
      this.parts.logger.warn(
        `Stablecoin payments: the retained credentials ${key} can't be used, so payments started with them can't be read from the gateway: ${messageOf(error)}`
      )
    }
  }
}

/**
 * Null while a secret in the settings can't be read: the secrets stored with
 * payments of the same account replace it.
 */
function currentKey(rail: Rail, settings: Settings): string | null {
  return settings.unreadable[rail] ? null : settings.accounts[rail]
}
