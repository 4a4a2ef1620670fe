import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createDatabase } from "../../../demo/database"
import type { SeededStore } from "../../../demo/seed-store"
import { storeEnvironment } from "../../../demo/store-environment"
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
} from "../../../src/sandbox"
import { Observer } from "./database"
import { startFront } from "./front"
import { StoreNode } from "./node"
import { expireLocks } from "./redis-command"

/**
 * A store of several processes on one database and behind one address, with the
 * sandbox as its gateway.
 */
export type StoreCluster = {
  /** The address that buyers and the gateway use. */
  url: string
  nodes: StoreNode[]
  sandbox: Sandbox
  seeded: SeededStore
  db: Observer
  databaseUrl: string
  /** Whether the processes share a Redis. */
  redis: boolean
  /** Simulates that the locks of dead processes have expired. */
  expireLocks(): Promise<void>
  /** The last lines that the processes logged. */
  lastLines(): Promise<string>
  /** Stops everything and removes all files and databases. */
  close(): Promise<void>
}

export type ClusterOptions = {
  processes: number
  /** `postgres://user:password@host:port`, without a database name. */
  serverUrl: string
  /** Absent: Medusa's single-process modules. */
  redisUrl?: string
  sandbox?: SandboxOptions
  /** Extra environment for medusa-config.ts. */
  env?: Record<string, string>
}

const LINES = 40

export async function startCluster({
  processes,
  serverUrl,
  redisUrl,
  sandbox: sandboxOptions,
  env: more,
}: ClusterOptions): Promise<StoreCluster> {
  const undo: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (let task = undo.pop(); task; task = undo.pop()) {
      await task()
    }
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), "medusa-stablecoin-cluster-"))
    undo.push(async () => await rm(folder, { recursive: true, force: true }))
    const database = await createDatabase(serverUrl)
    undo.push(database.drop)
    const sandbox = await createSandbox(sandboxOptions)
    undo.push(async () => await sandbox.close())
    const nodes: StoreNode[] = []
    const front = await startFront(() => nodes.flatMap(({ url }) => url ?? []))
    undo.push(front.close)
    const env = {
      ...storeEnvironment({
        databaseUrl: database.url,
        port: Number(new URL(front.url).port),
        storefrontUrl: front.url,
        sandbox,
        admin: false,
        folder,
      }),
      ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
      ...more,
    }
    const logs: string[] = []
    for (let number = 1; number <= processes; number++) {
      const name = `store-${number}`
      const log = join(folder, `${name}.log`)
      logs.push(log)
      nodes.push(new StoreNode(name, env, log))
    }
    undo.push(async () => {
      await Promise.all(nodes.map((node) => node.kill()))
    })
    const lastLines = async (): Promise<string> => await endsOf(logs)
    const [first, ...others] = nodes
    const seeded = await first?.start({ first: true }).catch(async (error) => {
      throw new Error(`${String(error)}\n${await lastLines()}`)
    })
    if (!seeded) {
      throw new Error("A store needs a process.")
    }
    await Promise.all(others.map((node) => node.start()))
    const db = await Observer.connect(database.url)
    undo.push(async () => await db.close())
    return {
      url: front.url,
      nodes,
      sandbox,
      seeded,
      db,
      databaseUrl: database.url,
      redis: redisUrl !== undefined,
      expireLocks: async () => {
        if (redisUrl) {
          await expireLocks(redisUrl)
        }
      },
      lastLines,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function endsOf(logs: string[]): Promise<string> {
  const texts = await Promise.all(
    logs.map(async (log) => {
      const text = await readFile(log, "utf8").catch(() => "")
      return `${log}\n${text.trimEnd().split("\n").slice(-LINES).join("\n")}`
    })
  )
  return texts.join("\n\n")
}
