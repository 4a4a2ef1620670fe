/**
 * One of a store's processes: this repository's medusa-config.ts, started as
 * `medusa start` does, on a free port. The first one creates and seeds the
 * tables. It serves requests of its parent and exits with it.
 */
import { once } from "node:events"
import type { AddressInfo, Server } from "node:net"
import { container } from "@medusajs/framework"
import start from "@medusajs/medusa/commands/start"
import { migrateStore } from "../../../demo/migrate-store"
import { seedAdmin } from "../../../demo/seed-admin"
import { seedStore, type SeededStore } from "../../../demo/seed-store"
import reconcilePaymentsJob from "../../../src/jobs/reconcile-payments"

/** A request from the parent. */
export type NodeRequest = { id: number; run: "job" }

/** A message to the parent. */
export type NodeMessage =
  | { kind: "ready"; port: number; seeded: SeededStore | null }
  | { kind: "done"; id: number; error: string | null }

process.on("disconnect", () => process.exit())
process.on("message", (request: NodeRequest) => void runJob(request))

void run(process.argv[2] === "first").catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})

async function run(isFirst: boolean): Promise<void> {
  const directory = process.cwd()
  if (isFirst) {
    await migrateStore(directory)
  }
  const started = await start({
    directory,
    host: "127.0.0.1",
    port: 0,
    types: false,
  })
  // Medusa returns Node's own server with one extra method.
  const server = started?.server as Server | undefined
  if (!server) {
    throw new Error("Medusa did not say what it listens on.")
  }
  if (!server.listening) {
    await once(server, "listening")
  }
  const seeded = isFirst ? await seedStore(container) : null
  if (isFirst) {
    await seedAdmin(container)
  }
  const { port } = server.address() as AddressInfo
  tell({ kind: "ready", port, seeded })
}

/** Runs the scheduled job now instead of waiting for the next full minute. */
async function runJob({ id }: NodeRequest): Promise<void> {
  try {
    await reconcilePaymentsJob(container)
    tell({ kind: "done", id, error: null })
  } catch (error) {
    tell({ kind: "done", id, error: String(error) })
  }
}

function tell(message: NodeMessage): void {
  process.send?.(message)
}
