import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../free-port"
import { waitFor } from "../wait-for"
import { redisCommand } from "./redis-command"

export type Redis = {
  url: string
  /** Stops the started Redis; does nothing when REDIS_URL was given. */
  stop(): Promise<void>
}

/**
 * The Redis of REDIS_URL, or a new one on a free port that persists nothing.
 *
 * @returns null when neither is available
 */
export async function startRedis(): Promise<Redis | null> {
  const given = process.env.REDIS_URL
  if (given) {
    return { url: given, stop: async () => {} }
  }
  const folder = await mkdtemp(join(tmpdir(), "medusa-stablecoin-redis-"))
  const port = await freePort()
  const settings = { port, bind: "127.0.0.1", dir: folder, appendonly: "no" }
  const server = spawn(
    "redis-server",
    [
      ...Object.entries(settings).flatMap(([name, value]) => [
        `--${name}`,
        String(value),
      ]),
      "--save",
      "",
    ],
    { stdio: "ignore" }
  )
  const kill = (): void => void server.kill()
  process.once("exit", kill)
  const stop = async (): Promise<void> => {
    process.off("exit", kill)
    if (server.pid && server.exitCode === null && server.signalCode === null) {
      const gone = once(server, "exit")
      server.kill()
      await gone
    }
    await rm(folder, { recursive: true, force: true })
  }
  const missing = new Promise<false>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") {
        resolve(false)
      } else {
        reject(error)
      }
    })
  })
  const url = `redis://127.0.0.1:${port}`
  const answers = waitFor("Redis to answer", async () => {
    return await redisCommand(url, ["PING"]).then(
      (answer) => answer === "+PONG",
      () => false
    )
  })
  // Ignores a late rejection of the promise that loses the race.
  answers.catch(() => {})
  try {
    if (await Promise.race([missing, answers])) {
      return { url, stop }
    }
  } catch (error) {
    await stop()
    throw error
  }
  await stop()
  return null
}
