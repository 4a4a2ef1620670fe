/** A process of its own that makes a store's tables in the database of DATABASE_URL. */
import { migrateStore } from "../../demo/migrate-store"

// Some migrations print advice for stores that have data.
if (!process.env.VERBOSE) {
  console.log = () => {}
}

migrateStore(process.cwd()).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  }
)
