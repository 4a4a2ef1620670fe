import { readdir } from "node:fs/promises"
import { join } from "node:path"
import type { AdminHealthResponse } from "../../http-types"
import type { Imbalance } from "../../ledger"
import { RAILS } from "../../ledger"
import { openAccount } from "./settings/retained-account"
import type { AdminSettings } from "./settings/admin-settings"
import { KeyRing } from "./settings/encryption"
import { CachedCall } from "../../shared/cached-call"
import type { Repository } from "./repository"

const MIGRATION = /^(Migration\d+)\.(js|ts)$/

/** Stored secrets, and those that no key decrypts. */
export type StoredSecrets = {
  count: number
  /** Names that reveal nothing about the secrets. */
  unreadable: string[]
}

type StoredSecret = { name: string; opens: boolean }

/**
 * Each run calls the gateway with the credentials that payments are started
 * with.
 */
const GIVEN_AGAIN_MS = 5_000

/**
 * Time in which settling, or the merchant's action, may still change what a
 * deposit or an order is used for.
 */
const CHANGES_FOR_MS = 15 * 60_000

/** Read-only diagnostics of the module. */
export class Health {
  /**
   * Caches the checks of this process, so that repeated health requests don't
   * use up the gateway's rate limit for buyers.
   */
  readonly runs = new CachedCall<AdminHealthResponse["health"]>(GIVEN_AGAIN_MS)

  constructor(
    private readonly repository: {
      medusa: Pick<Repository["medusa"], "appliedMigrations" | "listImbalances">
      accounts: Pick<Repository["accounts"], "list">
    },
    private readonly settings: Pick<AdminSettings, "effective" | "describe">
  ) {}

  /** Names of the module's migrations that have not run on this database. */
  async pendingMigrations(): Promise<string[]> {
    const files = await readdir(join(__dirname, "migrations"))
    const applied = await this.repository.medusa.appliedMigrations()
    return files
      .flatMap((file) => MIGRATION.exec(file)?.[1] ?? [])
      .filter((name) => !applied.some((each) => each.startsWith(name)))
  }

  /**
   * Deposits and orders whose money is not accounted for, except those that
   * changed in the last 15 minutes.
   *
   * @param newest how many deposits to read, with their orders. Default: all
   */
  async imbalances(newest?: number): Promise<Imbalance[]> {
    const before = new Date(Date.now() - CHANGES_FOR_MS)
    return await this.repository.medusa.listImbalances(before, newest)
  }

  /**
   * Secrets set in the admin, and secrets of accounts retained for open
   * payments.
   */
  async storedSecrets(): Promise<StoredSecrets> {
    const stored = [
      ...(await this.#ofSettings()),
      ...(await this.#ofAccounts()),
    ]
    const unreadable = stored.filter(({ opens }) => !opens)
    return {
      count: stored.length,
      unreadable: unreadable.map(({ name }) => name),
    }
  }

  async #ofSettings(): Promise<StoredSecret[]> {
    const described = await this.settings.describe()
    const secrets = RAILS.flatMap((rail) => {
      const { client_secret, webhook_secrets } = described[rail]
      return [
        { name: `${rail}.client_secret`, ...client_secret },
        ...webhook_secrets.map(({ id, ...secret }) => ({
          name: `${rail}.webhook_secrets ${id}`,
          ...secret,
        })),
      ]
    })
    return secrets
      .filter(({ source }) => source === "admin")
      .map(({ name, problem }) => ({ name, opens: problem === undefined }))
  }

  async #ofAccounts(): Promise<StoredSecret[]> {
    const keys = new KeyRing((await this.settings.effective()).encryptionKeys)
    const accounts = await this.repository.accounts.list()
    return accounts
      .filter(({ secrets }) => secrets !== null)
      .map((account) => {
        try {
          return {
            name: account.key,
            opens: openAccount(account, keys) !== null,
          }
        } catch {
          return { name: account.key, opens: false }
        }
      })
  }
}
