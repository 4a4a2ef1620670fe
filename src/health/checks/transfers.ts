import { type Chain, CHAINS } from "../../gateway"
import { CHAIN_INFO } from "../../gateway/chains"
import { check, ok, warning } from "../check"

/** Passes begin each minute, and an outage of some of them is made up for. */
const INCOMPLETE_AFTER_MS = 15 * 60_000

/**
 * Whether each chain with an endpoint is read to its last final block. A chain
 * that is not hides transfers, also while its endpoints pass their tests.
 */
export const transfers = check(
  "transfers",
  async ({ settings, stablecoin }) => {
    const { blockchain } = await settings()
    const access = blockchain.ok ? blockchain.value.chains : {}
    const read = CHAINS.filter((chain) => access[chain])
    if (!read.length) {
      return ok("off")
    }
    const since = new Date(Date.now() - INCOMPLETE_AFTER_MS)
    const incomplete = await stablecoin.watch.listIncomplete(since)
    const [first] = incomplete
    return first
      ? warning("incomplete", {
          chains: namesOf(incomplete.map(({ chain }) => chain as Chain)),
          since: first.complete_at.toISOString(),
        })
      : ok("complete", { chains: namesOf(read) })
  }
)

function namesOf(chains: readonly Chain[]): string {
  return chains.map((chain) => CHAIN_INFO[chain].name).join(", ")
}
