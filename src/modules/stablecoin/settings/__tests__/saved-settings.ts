import { randomBytes } from "node:crypto"
import type { AdminSettingsChange } from "../../../../http-types"
import { resolveSettings } from "../settings"
import type { SettingRow } from "../../repository/settings/settings"
import { Config } from "../config"
import { mergeSettings } from "../effective-settings"
import { type Plan, planChange } from "../plan-change"
import { readStored } from "../stored"

const KEY = randomBytes(32).toString("base64")
export const WITH_KEY = { encryptionKeys: [KEY] }
/** Settings after a series of admin changes. */
export class SavedSettings {
  rows: SettingRow[] = []
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
    const { put, remove, fields } = plan.write
    const gone = new Set([...remove, ...put.map(({ key }) => key)])
    this.rows = [...this.rows.filter(({ key }) => !gone.has(key)), ...put]
    return [...fields].sort()
  }

  reconfigure(options: unknown): void {
    this.options = options
  }

  get settings() {
    const effective = mergeSettings(
      new Config(this.options),
      readStored(this.rows)
    )
    return resolveSettings(effective.options, "", effective.provenance)
  }

  /** Secrets that verify a rail's webhooks. */
  secrets(rail: "hosted" | "onchain"): string[] {
    return this.settings.webhookSigners[rail].map(({ secret }) => secret)
  }

  webhookIds(rail: "hosted" | "onchain"): string[] {
    return readStored(this.rows).webhookSecrets[rail].map(({ id }) => id)
  }
}

/** The errors of a change: path and message. */
export function errorsOf(plan: Plan): [path: string, message: string][] {
  return plan.ok ? [] : plan.errors.map(({ path, message }) => [path, message])
}
