/** A process of its own that makes a store's tables in the database of DATABASE_URL. */
import { migrateStore } from "../../demo/migrate-store"

// Some migrations tell the console what stores with data should mind.
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
