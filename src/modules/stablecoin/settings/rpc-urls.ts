import { type Chain, CHAINS } from "../../../gateway"
import { rpcUrlsSchema } from "./blockchain-options"
import type { Config } from "./config"
import type { KeyRing } from "./encryption"
import { last4Of, type Opened, open, reseal } from "./secrets"
import type { Provenance } from "./settings"
import type { SealedRpcUrl, StoredSettings } from "./stored"

/** An endpoint of a chain, with its source. */
export type EffectiveEndpoint = {
  source: "config" | "admin"
  /** Null for one from the config. */
  id: string | null
  /** Null when it can't be decrypted. */
  url: string | null
  /** Host name and port. The rest of the URL may contain a key. */
  host: string
  /** The last characters of the key. Null where they would reveal too much. */
  last4: string | null
  created_at: string | null
  problem?: string
}

/** An endpoint's fields without its URL. */
type RpcUrlNames = Pick<SealedRpcUrl, "id" | "created_at">

/** The endpoints in the config, or else those of the admin. */
export function mergeEndpoints(
  chain: Chain,
  config: Config,
  stored: StoredSettings
): EffectiveEndpoint[] {
  if (config.hasRpcUrls(chain)) {
    const { data = [] } = rpcUrlsSchema.safeParse(config.rpcUrls(chain))
    return data.map((url) => ({
      source: "config",
      id: null,
      url,
      ...maskOf(url),
      created_at: null,
    }))
  }
  return stored.rpcUrls[chain].map((sealed) => {
    const { id, host, last4, created_at } = sealed
    const opened = openRpcUrl(chain, sealed, config.keys)
    return {
      source: "admin",
      id,
      host,
      last4,
      created_at,
      ...(opened.ok
        ? { url: opened.secret }
        : { url: null, problem: opened.problem }),
    }
  })
}

/**
 * The admin's endpoints. A chain stays listed while none of them can be
 * decrypted, so that required proof is not skipped.
 */
export function typedRpcUrls(
  endpoints: Readonly<Record<Chain, readonly EffectiveEndpoint[]>>
): Provenance["rpcUrls"] {
  const typed = CHAINS.flatMap((chain) => {
    const ofAdmin = endpoints[chain].filter(({ source }) => source === "admin")
    const urls = ofAdmin.flatMap(({ url }) =>
      url === null ? [] : { url, addressScope: "public" as const }
    )
    return ofAdmin.length ? [[chain, urls] as const] : []
  })
  return Object.fromEntries(typed)
}

/** @throws SecretError without a key */
export function sealRpcUrl(
  chain: Chain,
  url: string,
  { id, created_at }: RpcUrlNames,
  keys: KeyRing
): SealedRpcUrl {
  const mask = maskOf(url)
  const context = contextOf(chain, { id, host: mask.host })
  return { id, created_at, ...mask, ciphertext: keys.encrypt(url, context) }
}

export function openRpcUrl(
  chain: Chain,
  sealed: SealedRpcUrl,
  keys: KeyRing
): Opened {
  return open(sealed.ciphertext, contextOf(chain, sealed), keys, "URL")
}

/**
 * Re-encrypts a URL with the first key. Null if it has that key already.
 *
 * @throws SecretError if it can't be decrypted
 */
export function resealRpcUrl(
  chain: Chain,
  sealed: SealedRpcUrl,
  keys: KeyRing
): SealedRpcUrl | null {
  return reseal(sealed, contextOf(chain, sealed), keys)
}

/** The parts of a URL that may be shown. */
function maskOf(url: string): Pick<EffectiveEndpoint, "host" | "last4"> {
  const { host, pathname, search } = new URL(url)
  const last = (pathname + search).split(/[/?&=]/).findLast(Boolean)
  return { host, last4: last ? last4Of(last) : null }
}

/**
 * Includes the chain and the shown host: write access to the table must not be
 * enough to have another chain read, or to show another host.
 */
function contextOf(
  chain: Chain,
  { id, host }: Pick<SealedRpcUrl, "id" | "host">
): string {
  return [`stablecoin_setting:blockchain.rpc_urls:${chain}:${id}`, host].join(
    "\0"
  )
}
