import { CHAINS } from "../../../src/gateway/schemas"
import type { Fault } from "../../../packages/sandbox/src"
import type { StoreCluster } from "../../harness/cluster/cluster"
import type { Random } from "../random"

/** Share of purchases with a fault of a network's endpoints. */
const BAD_ENDPOINT = 0.3

const BAD_ENDPOINTS: Omit<Fault, "api" | "endpoint">[] = [
  { kind: "status", status: 503 },
  { kind: "status", status: 503, times: 20 },
  { kind: "status", status: 429, retryAfter: 1, times: 3 },
  { kind: "reset", times: 3 },
  { kind: "half" },
  { kind: "broken_json" },
  { kind: "hang" },
  { kind: "delay", ms: 1_500 },
]

/** Plans the faults of a network's endpoints during one purchase. */
export function planChainFaults(
  { sandbox }: StoreCluster,
  random: Random
): void {
  if (random.chance(BAD_ENDPOINT)) {
    const endpoint = random.pick(CHAINS)
    sandbox.fault({ ...random.pick(BAD_ENDPOINTS), api: "rpc", endpoint })
  }
}
