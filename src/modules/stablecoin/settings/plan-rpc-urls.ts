import type { AdminSettingsChange } from "../../../http-types"
import { type Chain, CHAINS } from "../../../gateway"
import { newId } from "../repository/new-id"
import type { Config } from "./config"
import type { Draft } from "./draft"
import { toFieldError } from "./field-error"
import { HOW_TO_MAKE_A_KEY } from "./plan-client-secret"
import { setInConfig } from "./plan-values"
import { openRpcUrl, sealRpcUrl } from "./rpc-urls"
import { rpcUrlsKey, type SealedRpcUrl, type StoredSettings } from "./stored"
import { MOST_RPC_URLS, typedRpcUrl } from "./typed"

export type RpcUrlsPlan = {
  change: AdminSettingsChange
  config: Config
  stored: StoredSettings
  now: Date
}

/** Plans which endpoints each chain has. Each URL is stored once per chain. */
export function planRpcUrls(draft: Draft, plan: RpcUrlsPlan): void {
  const { change, config } = plan
  for (const chain of CHAINS) {
    const { add = [], remove = [] } = change.blockchain?.rpc_urls?.[chain] ?? {}
    if (!add.length && !remove.length) {
      continue
    }
    if (config.hasRpcUrls(chain)) {
      draft.refuse(
        rpcUrlsKey(chain),
        setInConfig(`blockchain.rpcUrls.${chain}`)
      )
    } else {
      planChain(draft, plan, { chain, add, remove })
    }
  }
}

type ChainChange = {
  chain: Chain
  add: readonly string[]
  remove: readonly string[]
}

function planChain(
  draft: Draft,
  { config, stored, now }: RpcUrlsPlan,
  { chain, add, remove }: ChainChange
): void {
  const key = rpcUrlsKey(chain)
  const before = stored.rpcUrls[chain]
  remove.forEach((id, index) => {
    if (!before.some((sealed) => sealed.id === id)) {
      const path = `${key}.remove.${index}`
      draft.refuse(path, "There is no such endpoint among those of the admin.")
    }
  })
  const after = before.filter(({ id }) => !remove.includes(id))
  if (add.length && config.keys.isEmpty) {
    draft.refuse(`${key}.add`, HOW_TO_MAKE_A_KEY)
    return
  }
  const known = new Set(after.map((sealed) => urlOf(chain, sealed, config)))
  for (const url of readUrls(draft, key, add)) {
    if (!known.has(url)) {
      known.add(url)
      const names = { id: newId("strpc"), created_at: now.toISOString() }
      after.push(sealRpcUrl(chain, url, names, config.keys))
    }
  }
  if (after.length > MOST_RPC_URLS) {
    draft.refuse(
      `${key}.add`,
      `There may be at most ${MOST_RPC_URLS} endpoints per network: remove one first.`
    )
  }
  const isSame =
    after.length === before.length &&
    after.every((sealed) => before.includes(sealed))
  if (!isSame && after.length) {
    draft.set(key, { urls: after })
  } else if (!isSame) {
    draft.remove(key)
  }
}

/** The typed URLs that are valid. The others are refused, and not quoted. */
function readUrls(draft: Draft, key: string, add: readonly string[]): string[] {
  return add.flatMap((typed, index) => {
    const read = typedRpcUrl.safeParse(typed)
    draft.refuseAll(
      (read.error?.issues ?? []).map((issue) =>
        toFieldError(`${key}.add.${index}`, issue)
      )
    )
    return read.data ?? []
  })
}

function urlOf(
  chain: Chain,
  sealed: SealedRpcUrl,
  { keys }: Config
): string | null {
  const opened = openRpcUrl(chain, sealed, keys)
  return opened.ok ? opened.secret : null
}
