import {
  type ClusterOptions,
  type StoreCluster,
  startCluster,
} from "../../../tools/harness/cluster/cluster"
import type { StoreNode } from "../../../tools/harness/cluster/node"
import { TestDatabases } from "../../../tools/harness/postgres/test-databases"

/** A store's two processes. */
type TwoProcesses = { cluster: StoreCluster; one: StoreNode; other: StoreNode }

/**
 * Starts two processes of a store on one database and one Redis.
 *
 * @param env variables of the store's config, added to the usual ones
 * @param options of the cluster, such as its receivers
 */
export async function startTwoProcesses(
  env: Record<string, string> = {},
  options: Partial<Pick<ClusterOptions, "databases" | "receivers">> = {}
): Promise<TwoProcesses> {
  const cluster = await startCluster({
    processes: 2,
    databases: options.databases ?? TestDatabases.ofThisRun(),
    redisUrl: String(process.env.REDIS_URL),
    sandbox: { webhookBackoffMs: 50 },
    env,
    receivers: options.receivers,
  })
  const [one, other] = cluster.nodes as [StoreNode, StoreNode]
  return { cluster, one, other }
}
