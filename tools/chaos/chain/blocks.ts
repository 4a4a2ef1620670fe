import { setTimeout as wait } from "node:timers/promises"
import type { StoreCluster } from "../../harness/cluster/cluster"
import { CHAINS } from "../../../src/gateway/schemas"

/** Blocks behind the newest one that a reorganization may replace. */
export const FINALITY = 8

const BLOCK_MS = 500
/** The job of the store runs each minute, which is less than a short run. */
const READ_EVERY_MS = 2_000

/**
 * Mines blocks on all networks, and has the store read them.
 *
 * @returns ends both
 */
export function startBlocks({ sandbox, nodes }: StoreCluster): () => void {
  const mining = setInterval(() => mine(sandbox, 1), BLOCK_MS)
  let hasEnded = false
  const read = async (): Promise<void> => {
    for (let turn = 0; !hasEnded; turn++) {
      // A process that is killed reads nothing.
      await nodes[turn % nodes.length]?.run("readChains").catch(() => {})
      await wait(READ_EVERY_MS)
    }
  }
  void read()
  return () => {
    hasEnded = true
    clearInterval(mining)
  }
}

/** Mines blocks on all networks. */
export function mine(sandbox: StoreCluster["sandbox"], blocks: number): void {
  for (const chain of CHAINS) {
    sandbox.chain(chain).mine(blocks)
  }
}
