import { readdir } from "node:fs/promises"
import { join } from "node:path"
import type {
  AdminHealthCheck,
  AdminHealthResponse,
  HealthStatus,
} from "../../http-types"
import type { Imbalance } from "../../ledger"
import type { AuditedPart } from "./repository/medusa/imbalances"
import type { AdminSettings } from "./settings/admin-settings"
import { CachedCall } from "../../shared/cached-call"
import type { Repository } from "./repository"

const MIGRATION = /^(Migration\d+)\.(js|ts)$/

/** Accounts with stored secrets, and those that no key decrypts. */
export type StoredSecrets = {
  count: number
  /** Their keys, which reveal nothing about the secrets. */
  unreadable: string[]
  /** Encryption keys that must stay, with the accounts that they encrypt. */
  old_keys: { id: string; count: number }[]
}

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
    },
    private readonly settings: Pick<AdminSettings, "effective">
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
   */
  async imbalances(part?: AuditedPart): Promise<Imbalance[]> {
    const before = new Date(Date.now() - CHANGES_FOR_MS)
    return await this.repository.medusa.listImbalances(before, part)
  }

  /** The accounts whose secrets are stored. */
  async storedSecrets(): Promise<StoredSecrets> {
    const { keys, rows, opened } = await this.settings.effective()
    return {
      count: opened.size,
      unreadable: [...opened].flatMap(([key, { ok }]) => (ok ? [] : key)),
      old_keys: keys.oldKeysOf(
        rows.accounts.flatMap(({ secrets }) => secrets ?? [])
      ),
    }
  }
}

function errorsOf(checks: readonly AdminHealthCheck[]): AdminHealthCheck[] {
  return checks.filter(({ status }) => status === "error")
}
