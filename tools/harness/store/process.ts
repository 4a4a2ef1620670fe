/**
 * A store in its own process, started as `medusa start` does in the working
 * directory. It reports each step to its parent, runs the parent's calls, and
 * exits with it.
 */
import { once } from "node:events"
import { createRequire } from "node:module"
import type { AddressInfo, Server } from "node:net"
import { container } from "@medusajs/framework"
import start from "@medusajs/medusa/commands/start"
import { messageOf } from "../../../src/shared/message-of"
import { migrateStore } from "./migrate"
import { seedStore, type SeededStore, type SeedOptions } from "./seed"
import { seedAdmin } from "./seed-admin"

/** Work of the process before it is ready. */
export type StoreSetup = {
  /** 0 for any free port. */
  port: number
  /** Creates the tables. */
  migrate?: boolean
  /** Fills the store. */
  seed?: SeedOptions
  /** Creates the admin's user. */
  admin?: boolean
  /** Path of a module that exports `calls`, which the parent may run. */
  calls?: string
}

/** A call from the parent. */
export type StoreCall = { id: number; name: string; args: unknown[] }

/** A message to the parent. */
export type StoreMessage =
  | { kind: "migrated" }
  | { kind: "listening" }
  | { kind: "seeded"; store: SeededStore }
  | { kind: "ready"; port: number }
  | { kind: "answer"; id: number; value?: unknown; error?: string }

type Calls = Record<string, (...args: unknown[]) => Promise<unknown>>

const setup = JSON.parse(process.argv[2] ?? "{}") as StoreSetup
const calls = setup.calls
  ? (createRequire(__filename)(setup.calls) as { calls: Calls }).calls
  : {}

process.on("disconnect", () => process.exit())
process.on("message", (call: StoreCall) => void answer(call))

void run().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})

async function run(): Promise<void> {
  const directory = process.cwd()
  if (setup.migrate) {
    await migrateStore(directory)
    send({ kind: "migrated" })
  }
  const started = await start({
    directory,
    host: "127.0.0.1",
    port: setup.port,
    types: false,
  })
  // Medusa returns Node's own server with an extra method.
  const server = started?.server as Server | undefined
  if (!server) {
    throw new Error("Medusa did not log its port.")
  }
  if (!server.listening) {
    await once(server, "listening")
  }
  send({ kind: "listening" })
  if (setup.seed) {
    const store = await seedStore(container, setup.seed)
    send({ kind: "seeded", store })
  }
  if (setup.admin) {
    await seedAdmin(container)
  }
  const { port } = server.address() as AddressInfo
  send({ kind: "ready", port })
}

async function answer({ id, name, args }: StoreCall): Promise<void> {
  try {
    const value = await calls[name]?.(...args)
    send({ kind: "answer", id, value })
  } catch (error) {
    send({ kind: "answer", id, error: messageOf(error) })
  }
}

function send(message: StoreMessage): void {
  process.send?.(message)
}
