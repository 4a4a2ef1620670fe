/**
 * A separate process that creates a store's tables in the database of
 * DATABASE_URL.
 */
import { migrateStore } from "../../demo/migrate-store"

// Some migrations print notes for stores with existing data.
if (!process.env.VERBOSE) {
  console.info = () => {}
}

migrateStore(process.cwd()).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  }
)
