/**
 * A separate process that prepares a template in the database of DATABASE_URL:
 *
 *   tsx prepare-template.ts migrated|seeded
 */
import { container } from "@medusajs/framework"
import start from "@medusajs/medusa/commands/start"
import { migrateStore } from "../store/migrate"
import { seedStore } from "../store/seed"
import { Shopper } from "../shop/shopper"
import { CartTemplate } from "../store/cart-template"
import { freePort } from "../free-port"
import type { Template } from "./template-name"

// Some migrations print notes for stores with existing data.
if (!process.env.VERBOSE) {
  console.info = () => {}
}

const PREPARE: Record<Template, () => Promise<void>> = {
  migrated: async () => await migrateStore(process.cwd()),
  seeded: async () => {
    const port = await freePort()
    await start({ directory: process.cwd(), port, types: false })
    const seeded = await seedStore(container)
    await CartTemplate.save(
      process.env.DATABASE_URL ?? "",
      seeded,
      new Shopper(`http://localhost:${port}`, seeded)
    )
  },
}

PREPARE[process.argv[2] as Template]().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  }
)
