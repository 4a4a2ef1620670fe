import { isDeepStrictEqual } from "node:util"
import { CHAINS } from "../../../gateway"
import type { AdminUpdateSettings } from "../../../http-types"
import { onchainSchema } from "../options"
import type { Draft } from "./draft"
import { FIELDS, keyOf, optionOf } from "./fields"
import type { Laid } from "./lay"
import type { StoredSettings } from "./stored"

/** Judges every typed value that is no secret. */
export function planValues(
  draft: Draft,
  change: AdminUpdateSettings,
  before: Laid,
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
      for (const { path, message } of read.error?.issues ?? []) {
        draft.refuse([key, ...path].join("."), message)
      }
      if (read.success && !isDeepStrictEqual(stored.values[key], read.data)) {
        draft.put(key, { value: read.data })
      }
    }
  }
}

/** Whether the default network is one of those that are offered, once the change is made. */
export function planChains(draft: Draft, after: Laid): void {
  const key = { chains: "onchain.chains", chosen: "onchain.default_chain" }
  if (!draft.changes(key.chains) && !draft.changes(key.chosen)) {
    return
  }
  const { shape } = onchainSchema
  const chains =
    shape.chains.safeParse(after.values[key.chains]?.value).data ?? CHAINS
  const chosen = after.values[key.chosen]
  const { data } = shape.defaultChain.safeParse(chosen?.value)
  if (data && !chains.includes(data)) {
    draft.refuse(
      chosen?.source === "config" ? key.chains : key.chosen,
      chosen?.source === "config"
        ? `must contain ${data}, which is the default network by onchain.defaultChain in medusa-config.ts`
        : `${data} is the default network and would not be offered any more: choose a default among ${chains.join(", ")}`
    )
  }
}

export function setInConfig(option: string): string {
  return `${option} is set in medusa-config.ts, which wins: change it there.`
}
