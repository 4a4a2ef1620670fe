import { isDeepStrictEqual } from "node:util"
import { chainSchema, chainsOf } from "../../../gateway"
import type { AdminSettingsChange } from "../../../http-types"
import type { Config } from "./config"
import type { Draft } from "./draft"
import {
  type EffectiveSettings,
  isOfConfig,
  type StoredValues,
} from "./effective-settings"
import { toFieldError } from "./field-error"
import { FIELDS, isCredential, keyOf, optionOf } from "./fields"
import { coinsByChainSchema } from "./chains"

/** Validates every typed value that is neither a secret nor a credential. */
export function planValues(
  draft: Draft,
  change: AdminSettingsChange,
  config: Config,
  stored: StoredValues
): void {
  for (const field of FIELDS.filter((each) => !isCredential(each))) {
    const part: Record<string, unknown> = change[field.part] ?? {}
    const typed = part[field.name]
    const key = keyOf(field)
    if (typed === undefined) {
      continue
    }
    if (config.value(field) !== undefined || isOfConfig(field, config)) {
      draft.refuse(key, setInConfig(optionOf(field)))
    } else if (typed === null) {
      draft.remove(key)
    } else {
      const read = field.typed.safeParse(typed)
      draft.refuseAll(
        (read.error?.issues ?? []).map((issue) => toFieldError(key, issue))
      )
      if (read.success && !isDeepStrictEqual(stored[key], read.data)) {
        draft.set(key, { value: read.data })
      }
    }
  }
}

/**
 * Rejects a change after which the default chain is not among the offered ones.
 */
export function planChains(
  draft: Draft,
  { values }: Pick<EffectiveSettings, "values">
): void {
  const key = "onchain.default_chain"
  const offered = coinsByChainSchema.safeParse(
    values["onchain.chains"]?.value
  ).data
  const one = chainSchema.safeParse(values[key]?.value).data
  const isChanged = draft.changes("onchain.chains") || draft.changes(key)
  if (isChanged && offered && one && !(one in offered)) {
    draft.refuse(
      key,
      `${one} is not among the networks that are offered: choose a default among ${chainsOf(offered).join(", ")}`
    )
  }
}

export function setInConfig(option: string): string {
  return `${option} is set in medusa-config.ts, which wins: change it there.`
}
