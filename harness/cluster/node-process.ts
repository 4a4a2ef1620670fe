/**
 * One of a store's processes: this repository's medusa-config.ts, started as
 * `medusa start` does, on a free port and a seeded database. The first one
 * creates the admin's user. It serves requests of its parent and exits with it.
 */
import { once } from "node:events"
import type { AddressInfo, Server } from "node:net"
import { container } from "@medusajs/framework"
import start from "@medusajs/medusa/commands/start"
import { seedAdmin } from "../store/seed-admin"
import reconcilePaymentsJob from "../../src/jobs/reconcile-payments"

/** A request from the parent. */
export type NodeRequest = { id: number; run: "job" }

/** A message to the parent. */
export type NodeMessage =
  | { kind: "ready"; port: number }
  | { kind: "done"; id: number; error: string | null }

process.on("disconnect", () => process.exit())
process.on("message", (request: NodeRequest) => void runJob(request))

void run(process.argv[2] === "first").catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})

async function run(isFirst: boolean): Promise<void> {
  const started = await start({
    directory: process.cwd(),
    host: "127.0.0.1",
    port: 0,
    types: false,
  })
  // Medusa returns Node's own server with one extra method.
  const server = started?.server as Server | undefined
  if (!server) {
    throw new Error("Medusa did not log its port.")
  }
  if (!server.listening) {
    await once(server, "listening")
  }
  if (isFirst) {
    await seedAdmin(container)
  }
  const { port } = server.address() as AddressInfo
  notify({ kind: "ready", port })
}

/** Runs the scheduled job now instead of waiting for the next full minute. */
async function runJob({ id }: NodeRequest): Promise<void> {
  try {
    await reconcilePaymentsJob(container)
    notify({ kind: "done", id, error: null })
  } catch (error) {
    notify({ kind: "done", id, error: String(error) })
  }
}

function notify(message: NodeMessage): void {
  process.send?.(message)
}
