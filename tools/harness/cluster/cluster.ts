import { join } from "node:path"
import type { SeededStore } from "../store/seed"
import { chainEnvironment, storeEnvironment } from "../store/environment"
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
} from "../../../packages/sandbox/src"
import { startParts } from "../command/cleanup"
import { freePort } from "../free-port"
import { CartTemplate } from "../store/cart-template"
import type { TestDatabases } from "../postgres/test-databases"
import { Observer } from "../postgres/observer"
import { type Front, startFront } from "./front"
import { StoreNode } from "./node"
import { ReceiverNode } from "./receiver-node"
import { countEvents, expireLocks } from "./redis-command"

/**
 * A store of several processes on one database and behind one address, with the
 * sandbox as its gateway.
 */
export type StoreCluster = {
  /** The address that buyers and the gateway use. */
  url: string
  /** The load balancer at that address, which a test may replace. */
  front: Front
  nodes: StoreNode[]
  /** Processes that receive the webhooks; none: the store does. */
  receivers: ReceiverNode[]
  /** The load balancer that the receivers send webhooks to. */
  storeFront: Front | null
  /** The folder of the spool, which the receivers share. */
  spool: string
  sandbox: Sandbox
  seeded: SeededStore
  db: Observer
  databaseUrl: string
  /** Whether the processes share a Redis. */
  redis: boolean
  /** Simulates that the locks of dead processes have expired. */
  expireLocks(): Promise<void>
  /** Counts the events in Redis that no subscriber has handled. */
  countEvents(): Promise<number>
  /** Stops everything and removes all files and databases. */
  close(): Promise<void>
}

export type ClusterOptions = {
  processes: number
  /** Processes of the command `receive`. Default 0. */
  receivers?: number
  databases: TestDatabases
  /** Absent: Medusa's single-process modules. */
  redisUrl?: string
  sandbox?: SandboxOptions
  /** Extra environment for medusa-config.ts. */
  env?: Record<string, string>
  /** Whether the store reads the sandbox's chains, by two nodes of each. */
  chains?: boolean
  /** Whether the store has the sandbox's prices, for Europe. */
  rates?: boolean
}

export async function startCluster({
  processes,
  receivers: receiverCount = 0,
  databases,
  redisUrl,
  sandbox: sandboxOptions,
  env: more,
  chains = false,
  rates = false,
}: ClusterOptions): Promise<StoreCluster> {
  return await startParts(async (cleanup) => {
    const folder = await cleanup.folder("cluster")
    const databaseUrl = await databases.copyOf("seeded")
    cleanup.add("The database", async () => {
      await databases.drop(databaseUrl)
    })
    const sandbox = await createSandbox(sandboxOptions)
    cleanup.add("The sandbox", async () => await sandbox.close())
    const spool = join(folder, "spool")
    const nodes: StoreNode[] = []
    const receivers: ReceiverNode[] = []
    const living = (all: readonly { url: string | null }[]) => (): string[] =>
      all.flatMap(({ url }) => url ?? [])
    const front = await startFront(
      living(nodes),
      undefined,
      receiverCount > 0 ? living(receivers) : undefined
    )
    cleanup.add("The load balancer", front.close)
    const env = {
      ...storeEnvironment({
        databaseUrl,
        port: Number(new URL(front.url).port),
        storefronts: [front.url],
        sandbox,
        admin: false,
        folder,
      }),
      ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
      ...(chains ? chainEnvironment(sandbox, ["/first", "/second"]) : {}),
      ...(rates ? { STABLECOIN_RATES_URL: sandbox.urls.rates } : {}),
      ...more,
    }
    for (let number = 1; number <= processes; number++) {
      const name = `store-${number}`
      nodes.push(new StoreNode(name, env, join(folder, `${name}.log`)))
    }
    let storeFront: Front | null = null
    if (receiverCount > 0) {
      storeFront = await startFront(living(nodes))
      cleanup.add("The receivers' load balancer", storeFront.close)
      for (let number = 1; number <= receiverCount; number++) {
        const name = `receiver-${number}`
        const logFile = join(folder, `${name}.log`)
        const port = await freePort()
        const store = storeFront.url
        receivers.push(
          new ReceiverNode({ name, store, sandbox, port, spool, logFile })
        )
      }
    }
    cleanup.add("The processes", async () => {
      await Promise.all([...nodes, ...receivers].map((node) => node.kill()))
    })
    const [first, ...others] = nodes
    await first?.start({ first: true })
    await Promise.all([...others, ...receivers].map((node) => node.start()))
    const db = await Observer.connect(databaseUrl)
    cleanup.add("The connection", async () => await db.close())
    return {
      url: front.url,
      front,
      nodes,
      receivers,
      storeFront,
      spool,
      sandbox,
      seeded: await CartTemplate.seededStore(databaseUrl),
      db,
      databaseUrl,
      redis: redisUrl !== undefined,
      expireLocks: async () => {
        if (redisUrl) {
          await expireLocks(redisUrl)
        }
      },
      countEvents: async () => (redisUrl ? await countEvents(redisUrl) : 0),
    }
  })
}
