import { connect } from "../connect"
import type { StoreConfig } from "../store-config"

it("an error of the connection has the driver's message, without the statement", async () => {
  const config = { databaseUrl: "postgres://localhost:9/store" }
  const db = connect(config as StoreConfig, { warn: () => {} })
  const sql = "INSERT INTO stablecoin_webhook_event (body) VALUES ($1)"
  const error = new Error(`${sql} - Connection terminated unexpectedly`)
  db.client.emit("query-error", error, { sql })
  expect(error.message).toBe("Connection terminated unexpectedly")
  await db.destroy()
})
