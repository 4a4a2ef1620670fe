import { connect } from "node:net"
import { once } from "node:events"
import { messageOf } from "../message-of"

it.each([
  ["an error", new TypeError("No table."), "No table."],
  ["a step's error", { message: "No stock." }, "No stock."],
  ["a text", "Gone.", "Gone."],
  ["nothing", null, "null"],
])("names the cause in %s", (_, error, message) => {
  expect(messageOf(error)).toBe(message)
})

it("names the cause of a refused connection", async () => {
  const socket = connect({ host: "localhost", port: 1 })
  const [error] = await once(socket, "error").catch((error: Error) => [error])
  expect(messageOf(error)).toContain("ECONNREFUSED")
})
