import type { StoreCluster } from "../../harness/cluster/cluster"
import type { Random } from "../random"
import { startBlocks } from "./blocks"
import { type ChainViolation, compareChains } from "./compare"
import { planChainFaults } from "./faults"
import type { Bought } from "./purchase"
import { purchase } from "./purchases"
import { readFirst, readToTheEnd } from "./read-to-the-end"
import { readChainRecords } from "./records"
import { type ChainSummary, summarizeChains } from "./report"

/** Purchases of a store that reads networks, from a gateway that lies. */
export class ChainRun {
  readonly #bought: Bought = { honest: new Set(), cancelled: new Set() }

  private constructor(
    private readonly cluster: StoreCluster,
    private readonly endBlocks: () => void
  ) {}

  /** Has the store read the networks, and begins to mine blocks. */
  static async start(cluster: StoreCluster): Promise<ChainRun> {
    await readFirst(cluster)
    return new ChainRun(cluster, startBlocks(cluster))
  }

  /**
   * Runs one buyer.
   *
   * @param hasOwnAddress whether each payment has an address of its own
   */
  async buy(
    random: { buyer: Random; faults: Random },
    hasOwnAddress: boolean
  ): Promise<void> {
    const { sandbox } = this.cluster
    sandbox.setRules({ uniqueDestinations: hasOwnAddress })
    planChainFaults(this.cluster, random.faults)
    await purchase(this.cluster, this.#bought, random.buyer)
  }

  /** Ends when all blocks are final, and the store has read them. */
  async end(): Promise<void> {
    this.endBlocks()
    await readToTheEnd(this.cluster)
  }

  /** Compares the networks' records with those of the others. */
  async judge(): Promise<{
    summary: ChainSummary
    violations: ChainViolation[]
  }> {
    const { sandbox, db } = this.cluster
    const records = await readChainRecords(sandbox, db)
    const violations = compareChains(records, this.#bought)
    return { summary: summarizeChains(records, violations), violations }
  }
}
