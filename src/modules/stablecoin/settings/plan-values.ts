import { isDeepStrictEqual } from "node:util"
import type { AdminSettingsChange } from "../../../http-types"
import type { Draft } from "./draft"
import { toFieldError } from "./field-error"
import { FIELDS, keyOf, optionOf } from "./fields"
import type { EffectiveSettings } from "./effective-settings"
import { CHAIN_KEYS } from "./merge-chains"
import type { StoredSettings } from "./stored"

/** Validates every typed value that is not a secret. */
export function planValues(
  draft: Draft,
  change: AdminSettingsChange,
  before: EffectiveSettings,
  stored: StoredSettings
): void {
  for (const field of FIELDS) {
    const part: Record<string, unknown> = change[field.part] ?? {}
    const typed = part[field.name]
    const key = keyOf(field)
    const { source, locked } = before.values[key] ?? {}
    if (typed === undefined) {
      continue
    }
    if (source === "config") {
      draft.refuse(key, setInConfig(optionOf(field)))
    } else if (typed === null) {
      draft.remove(key)
    } else if (locked) {
      draft.refuse(key, locked)
    } else {
      const read = field.typed.safeParse(typed)
      draft.refuseAll(
        (read.error?.issues ?? []).map((issue) => toFieldError(key, issue))
      )
      if (read.success && !isDeepStrictEqual(stored.values[key], read.data)) {
        draft.set(key, { value: read.data })
      }
    }
  }
}

/**
 * Rejects a change after which the default chain is not among the offered ones.
 */
export function planChains(draft: Draft, after: EffectiveSettings): void {
  const keys = Object.values(CHAIN_KEYS)
  if (!keys.some((key) => draft.changes(key))) {
    return
  }
  for (const key of keys) {
    const { problem } = after.values[key] ?? {}
    if (problem) {
      draft.refuse(key, problem)
    }
  }
}

export function setInConfig(option: string): string {
  return `${option} is set in medusa-config.ts, which wins: change it there.`
}
