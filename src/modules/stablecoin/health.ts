import { readdir } from "node:fs/promises"
import { join } from "node:path"
import type {
  AdminHealthCheck,
  AdminHealthResponse,
  HealthStatus,
} from "../../http-types"
import type { Imbalance } from "../../ledger"
import { RAILS } from "../../ledger"
import { openedIfPossible } from "./settings/retained-account"
import type { AdminSettings } from "./settings/admin-settings"
import { KeyRing } from "./settings/encryption"
import { CachedCall } from "../../shared/cached-call"
import type { Repository } from "./repository"
import type { AccountRow } from "./repository/accounts/accounts"

const MIGRATION = /^(Migration\d+)\.(js|ts)$/

/** Stored secrets, and those that no key decrypts. */
export type StoredSecrets = {
  count: number
  /** Names that reveal nothing about the secrets. */
  unreadable: string[]
  /** Keys that must stay: other than the first, with the secrets they encrypt. */
  old_keys: { id: string; count: number }[]
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

/** The job runs the checks every 15 minutes. */
const COUNTED_FOR_MS = 20 * 60_000

/** Read-only diagnostics of the module. */
export class Health {
  /**
   * Caches the checks of this process, so that repeated health requests don't
   * use up the gateway's rate limit for buyers.
   */
  readonly runs = new CachedCall<AdminHealthResponse["health"]>(GIVEN_AGAIN_MS)

  #last: { at: number; checks: readonly AdminHealthCheck[] } | null = null

  constructor(
    private readonly repository: {
      medusa: Pick<Repository["medusa"], "appliedMigrations" | "listImbalances">
      accounts: Pick<Repository["accounts"], "list">
      settings: Pick<Repository["settings"], "read">
    },
    private readonly settings: Pick<AdminSettings, "effective" | "describe">
  ) {}

  /**
   * Notes the results of a run.
   *
   * @returns the errors that the run before did not have
   */
  note(checks: readonly AdminHealthCheck[]): AdminHealthCheck[] {
    const before = errorsOf(this.#recent()).map(({ id }) => id)
    this.#last = { at: Date.now(), checks }
    return errorsOf(checks).filter(({ id }) => !before.includes(id))
  }

  /**
   * Counts the results of the last run by status. Zero for an old one: another
   * process has run them since.
   */
  counts(): Record<HealthStatus, number> {
    const of = (status: HealthStatus) =>
      this.#recent().filter((each) => each.status === status).length
    return { error: of("error"), warning: of("warning"), ok: of("ok") }
  }

  #recent(): readonly AdminHealthCheck[] {
    const { at, checks } = this.#last ?? { at: 0, checks: [] }
    return Date.now() - at > COUNTED_FOR_MS ? [] : checks
  }

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
    const keys = new KeyRing((await this.settings.effective()).encryptionKeys)
    const accounts = await this.repository.accounts.list()
    const { rows } = await this.repository.settings.read()
    const stored = [
      ...(await this.#ofSettings()),
      ...secretsOfAccounts(accounts, keys),
    ]
    const unreadable = stored.filter(({ opens }) => !opens)
    return {
      count: stored.length,
      unreadable: unreadable.map(({ name }) => name),
      old_keys: keys.oldKeysOf([accounts, rows]),
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
}

function errorsOf(checks: readonly AdminHealthCheck[]): AdminHealthCheck[] {
  return checks.filter(({ status }) => status === "error")
}

function secretsOfAccounts(
  accounts: readonly AccountRow[],
  keys: KeyRing
): StoredSecret[] {
  return accounts
    .filter(({ secrets }) => secrets !== null)
    .map((account) => ({
      name: account.key,
      opens: openedIfPossible(account, keys) !== null,
    }))
}
