/**
 * Source of a value. `medusa-config.ts` overrides the admin, and its values are
 * read-only there.
 */
export type SettingSource = "config" | "admin" | "default" | "none"

/** An effective setting. */
export type AdminSetting<T> = {
  /** Null where there is neither a value nor a default. */
  value: T | null
  source: SettingSource
  /** Why it can't be used, and what to do. */
  problem?: string
  /**
   * Why it can't be changed here, where `source` does not explain it: the
   * address of a secret that is in the config.
   */
  locked?: string
}

/** State of a secret. The secret itself never leaves the store. */
export type AdminSecret = {
  set: boolean
  /** The last four characters. Null where they would reveal too much of it. */
  last4: string | null
  source: SettingSource
  /**
   * Why the stored secret can't be used: its encryption key is missing, or the
   * address it was entered for has changed.
   */
  problem?: string
}

/**
 * A secret that webhooks may be signed with, besides the hosted rail's own
 * client secret.
 */
export type AdminWebhookSecret = {
  /** Id for removing it. Null: from the config. */
  id: string | null
  last4: string | null
  source: "config" | "admin"
  /** ISO 8601. Null for one from the config. */
  created_at: string | null
  /**
   * The only account whose payments it confirms. Null while the effective
   * credentials are incomplete.
   */
  account: { base_url: string; client_id: string } | null
  /**
   * Whether it confirms payments that are started now. Otherwise it is retained
   * for older ones.
   */
  current: boolean
  /**
   * ISO 8601: when another secret replaced it. It then confirms only payments
   * created before. Null: not replaced.
   */
  replaced_at: string | null
  problem?: string
}
