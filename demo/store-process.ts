/**
 * A store in its own process, from this repository's medusa-config.ts. It is
 * migrated, started as `medusa start` does, and seeded. It reports each step to
 * its parent, and ends with it.
 */
import { container } from "@medusajs/framework"
import start from "@medusajs/medusa/commands/start"
import { migrateStore } from "../harness/store/migrate"
import { seedAdmin } from "../harness/store/seed-admin"
import { seedStore, type SeededStore } from "../harness/store/seed"

/** The messages to the parent. */
export type StoreMessage =
  | { reached: "migrated" | "started" }
  | { reached: "seeded"; store: SeededStore }

process.on("disconnect", () => process.exit())

void run().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})

async function run(): Promise<void> {
  const directory = process.cwd()
  await migrateStore(directory)
  send({ reached: "migrated" })
  await start({
    directory,
    host: process.env.HOST,
    port: Number(process.env.PORT),
    types: false,
  })
  send({ reached: "started" })
  const store = await seedStore(container)
  await seedAdmin(container)
  send({ reached: "seeded", store })
}

function send(message: StoreMessage): void {
  process.send?.(message)
}
