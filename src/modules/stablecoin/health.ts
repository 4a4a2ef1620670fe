import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { openAccount } from "./accounts/kept-account"
import { KeyRing } from "./secrets"
import type { Settings } from "./settings"
import type { Store } from "./store"

const MIGRATION = /^(Migration\d+)\.(js|ts)$/

/** The secrets that are stored, and those of them that no key opens. */
export type StoredSecrets = {
  count: number
  /** By names that tell nothing of them. */
  unreadable: string[]
}

/** What only the module can tell of its own state. Nothing here changes anything. */
export class Health {
  constructor(
    private readonly store: Pick<Store, "appliedMigrations" | "readAccounts">,
    private readonly settings: () => Promise<Settings>
  ) {}

  /** Names of the module's migrations that have not run on this database. */
  async pendingMigrations(): Promise<string[]> {
    const files = await readdir(join(__dirname, "migrations"))
    const applied = await this.store.appliedMigrations()
    return files
      .flatMap((file) => MIGRATION.exec(file)?.[1] ?? [])
      .filter((name) => !applied.some((each) => each.startsWith(name)))
  }

  async storedSecrets(): Promise<StoredSecrets> {
    const keys = new KeyRing((await this.settings()).encryptionKeys)
    const stored = (await this.store.readAccounts()).filter(
      ({ secrets }) => secrets !== null
    )
    const unreadable = stored.filter((account) => {
      try {
        return !openAccount(account, keys)
      } catch {
        return true
      }
    })
    return {
      count: stored.length,
      unreadable: unreadable.map(({ key }) => key),
    }
  }
}
