import { NODES } from "../../harness/cluster/rpc-environment"
import { CHAINS } from "../../../src/gateway/schemas"
import type { RpcFault } from "../../../packages/sandbox/src"
import type { StoreCluster } from "../../harness/cluster/cluster"
import type { Random } from "../random"

/** Share of purchases with each kind of fault. */
const BAD_ENDPOINT = 0.3
const REORGANIZATION = 0.05

const BAD_ENDPOINTS: Omit<RpcFault, "chain" | "node">[] = [
  { kind: "status", status: 503 },
  { kind: "status", status: 503, times: 20 },
  { kind: "status", status: 429, retryAfter: 1, times: 3 },
  { kind: "rpc_error", times: 5 },
  { kind: "reset", times: 3 },
  { kind: "half" },
  { kind: "broken_json" },
  { kind: "hang" },
  { kind: "delay", ms: 1_500 },
  // A node whose newest block is old shows nothing later to anyone, so it lags
  // in the middle of a read.
  { kind: "lag", method: "eth_getTransactionReceipt", blocks: 6, times: 5 },
  { kind: "lag", method: "eth_getLogs", blocks: 6, times: 5 },
]

/** Plans the faults of the networks and their endpoints of one purchase. */
export function planChainFaults(
  { sandbox }: StoreCluster,
  random: Random
): void {
  const chain = random.pick(CHAINS)
  if (random.chance(BAD_ENDPOINT)) {
    const node = random.pick([...NODES, undefined])
    sandbox.faultRpc({ ...random.pick(BAD_ENDPOINTS), chain, node })
  }
  if (random.chance(REORGANIZATION)) {
    const { block, finalized } = sandbox.chain.head(chain)
    const keep = random.chance(0.5)
    if (block > finalized) {
      sandbox.chain.reorg(chain, 1 + random.below(block - finalized), { keep })
    }
  }
}
