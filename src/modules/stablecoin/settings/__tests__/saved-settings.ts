import { randomBytes } from "node:crypto"
import type { AdminSettingsChange } from "../../../../http-types"
import type { StoredRows } from "../../repository/settings/settings"
import { Config } from "../config"
import { type Plan, planChange } from "../plan-change"
import { resolveSettings } from "../settings"

const KEY = randomBytes(32).toString("base64")
export const WITH_KEY = { encryptionKeys: [KEY] }

/** Options of a store with both rails. Each secret ends in 4711. */
export const COMPLETE = {
  backendUrl: "https://store.example/",
  hosted: {
    baseUrl: "https://gateway.example/pay/",
    clientId: "test_merchant",
    clientSecret: "hosted-secret-4711",
  },
  onchain: {
    baseUrl: "https://business.example",
    clientId: "test_business",
    clientSecret: "onchain-secret-4711",
    webhookSecrets: ["whsec-4711"],
  },
}

/** Settings after a series of admin changes. */
export class SavedSettings {
  rows: StoredRows = { settings: [], accounts: [], prices: [] }
  constructor(private options: unknown = WITH_KEY) {}

  try(change: AdminSettingsChange): Plan {
    return planChange(change, new Config(this.options), this.rows, new Date())
  }

  /** @returns the fields that changed */
  save(change: AdminSettingsChange): readonly string[] {
    const plan = this.try(change)
    if (!plan.ok) {
      throw new Error(JSON.stringify(plan.errors))
    }
    const { put, remove, accounts, fields } = plan.write
    const gone = new Set([...remove, ...put.map(({ key }) => key)])
    const written = new Set(accounts.map(({ key }) => key))
    this.rows = {
      ...this.rows,
      settings: [
        ...this.rows.settings.filter(({ key }) => !gone.has(key)),
        ...put,
      ],
      accounts: [
        ...this.rows.accounts.filter(({ key }) => !written.has(key)),
        ...accounts,
      ],
    }
    return [...fields].sort()
  }

  reconfigure(options: unknown): void {
    this.options = options
  }

  get settings() {
    return resolveSettings(this.options, "", this.rows)
  }

  /** Secrets that verify a rail's webhooks. */
  secrets(rail: "hosted" | "onchain"): string[] {
    return this.settings.webhookSigners[rail].map(({ secret }) => secret)
  }

  /** Ids of the webhook secrets of a rail's account. */
  webhookIds(rail: "hosted" | "onchain"): string[] {
    const { webhookSecrets = [] } = this.settings.accounts[rail] ?? {}
    return webhookSecrets.flatMap(({ id }) => id ?? [])
  }
}

/** The errors of a change: path and message. */
export function errorsOf(plan: Plan): [path: string, message: string][] {
  return plan.ok ? [] : plan.errors.map(({ path, message }) => [path, message])
}
