import { CHAINS } from "../../../src/gateway/schemas"
import type { StoreCluster } from "../../harness/cluster/cluster"
import { waitFor } from "../../harness/wait-for"
import { FINALITY, mine } from "./blocks"

const READ_WITHIN_MS = 60_000

/** Has the store read all networks once, so that it watches them from then on. */
export async function readFirst(cluster: StoreCluster): Promise<void> {
  await waitFor(
    "all networks to be read",
    async () => {
      await cluster.nodes[0]?.run("readChains")
      const cursors = await readCursors(cluster)
      return CHAINS.every((chain) => cursors.has(chain))
    },
    { timeoutMs: READ_WITHIN_MS }
  )
}

/**
 * Makes all blocks final, and has the store read them.
 *
 * @throws Error if it can't
 */
export async function readToTheEnd(cluster: StoreCluster): Promise<void> {
  const { sandbox, nodes, db } = cluster
  mine(sandbox, FINALITY)
  const ends = CHAINS.map((chain) => sandbox.chain(chain).head)
  // The lease of a killed process lasts for minutes.
  await db.query(`UPDATE stablecoin_chain SET leased_until = NULL`)
  await waitFor(
    "all final blocks to be read",
    async () => {
      await Promise.all(nodes.map((node) => node.run("readChains")))
      const cursors = await readCursors(cluster)
      return ends.every(
        ({ chain, finalized }) => (cursors.get(chain) ?? 0) > finalized
      )
    },
    { timeoutMs: READ_WITHIN_MS }
  )
}

/** The next block to read, by network. */
async function readCursors({ db }: StoreCluster): Promise<Map<string, number>> {
  const rows = await db.query<{ chain: string; next_block: string }>(
    `SELECT chain, next_block FROM stablecoin_chain WHERE next_block IS NOT NULL`
  )
  return new Map(
    rows.map(({ chain, next_block }) => [chain, Number(next_block)])
  )
}
