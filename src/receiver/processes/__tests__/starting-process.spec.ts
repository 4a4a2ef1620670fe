import cluster from "node:cluster"
import { EventEmitter } from "node:events"
import type { FromProcess, ToProcess } from "../messages"
import { StartingProcess } from "../starting-process"

/** This process's connection to the one that started it. */
class Connection extends EventEmitter {
  readonly sent: FromProcess[] = []

  isConnected(): boolean {
    return true
  }

  send(message: FromProcess): void {
    this.sent.push(message)
  }

  receive(message: ToProcess): void {
    this.emit("message", message)
  }
}

let connection: Connection
let starting: StartingProcess

beforeEach(() => {
  connection = new Connection()
  Object.assign(cluster, { worker: connection })
  starting = StartingProcess.current!
})
afterEach(() => {
  Object.assign(cluster, { worker: undefined })
})

describe("the metrics of all processes", () => {
  it("are asked for once by each reader, and answer all of them", async () => {
    const readers = [starting.openMetrics(), starting.openMetrics()]
    expect(connection.sent).toHaveLength(2)
    connection.receive({ type: "metrics", text: "# EOF" })
    expect(await Promise.all(readers)).toEqual(["# EOF", "# EOF"])
  })

  it("fail at once when they could not be collected", async () => {
    const failed = expect(starting.openMetrics()).rejects.toThrow(
      "not collected"
    )
    connection.receive({ type: "metrics", text: null })
    await failed
  })
})
