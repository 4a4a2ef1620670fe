import { CHAINS } from "../../../src/gateway/schemas"
import type { Sandbox } from "../../../packages/sandbox/src"

/** Nodes of each of the sandbox's chains, in the order of their use. */
const NODES = ["first", "second"] as const

/** The variables by which medusa-config.ts reads the sandbox's chains. */
export function rpcEnvironment({
  urls,
}: Pick<Sandbox, "urls">): Record<string, string> {
  return Object.fromEntries(
    CHAINS.map((chain) => [
      `STABLECOIN_RPC_URLS_${chain}`,
      NODES.map((node) => `${urls.rpc}/${chain}/${node}`).join(),
    ])
  )
}
