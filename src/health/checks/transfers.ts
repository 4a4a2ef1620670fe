import { type Chain, CHAINS } from "../../gateway"
import { CHAIN_INFO } from "../../gateway/chains"
import { check, type Finding } from "../check"

/** Passes begin each minute, and an outage of some of them is made up for. */
const INCOMPLETE_AFTER_MS = 15 * 60_000

/**
 * Whether each chain with an endpoint is read to its last final block. A chain
 * that is not hides transfers, also while its endpoints pass their tests.
 */
export const transfers = check(
  "transfers",
  async ({ settings, stablecoin }): Promise<Finding<"transfers">> => {
    const { blockchain } = await settings()
    const access = blockchain.ok ? blockchain.value.chains : {}
    const read = CHAINS.filter((chain) => access[chain])
    if (!read.length) {
      return {
        status: "ok",
        code: "off",
        message: "No chain is read, so no transfer is searched for.",
      }
    }
    const since = new Date(Date.now() - INCOMPLETE_AFTER_MS)
    const incomplete = await stablecoin.watch.listIncomplete(since)
    const [first] = incomplete
    if (!first) {
      const chains = namesOf(read)
      return {
        status: "ok",
        code: "complete",
        params: { chains },
        message: `Transfers on ${chains} are read up to the last final block.`,
      }
    }
    const chains = namesOf(incomplete.map(({ chain }) => chain as Chain))
    const at = first.complete_at.toISOString()
    return {
      status: "warning",
      code: "incomplete",
      params: { chains, since: at },
      message: `Transfers on ${chains} were last read up to the last final block at ${at}: later ones that the gateway does not report may not be found.`,
      remedy:
        "Search the store's log for \"could not all be read\", and check that the job read-stablecoin-chains runs. An endpoint of another or a restarted network has to be corrected. One that returns logs of few blocks at once can't keep up: use another one.",
    }
  }
)

function namesOf(chains: readonly Chain[]): string {
  return chains.map((chain) => CHAIN_INFO[chain].name).join(", ")
}
