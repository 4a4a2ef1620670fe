import { once } from "node:events"
import { createServer, get, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { handleRequests, type RequestParts } from "../handle-requests"
import { Logger } from "../logger"

let log: string[]
let openMetrics: RequestParts["openMetrics"]
let server: Server

beforeEach(async () => {
  log = []
  const parts = {
    openMetrics: async () => await openMetrics(),
    logger: new Logger((line) => log.push(line)),
  }
  server = createServer(handleRequests(parts as unknown as RequestParts))
  server.listen(0)
  await once(server, "listening")
})

afterEach(() => {
  server.close()
})

/** Sends a path as it is, which `fetch` would normalize. */
async function answerTo(
  path: string
): Promise<[status?: number, body?: string]> {
  const { port } = server.address() as AddressInfo
  const request = get({ port, path, agent: false })
  const [response] = (await once(request, "response")) as [IncomingMessage]
  return [response.statusCode, await text(response)]
}

it("metrics that can't be collected are answered 500, and logged", async () => {
  openMetrics = async () => {
    throw new Error("A process of the receiver died.")
  }
  expect(await answerTo("/metrics")).toEqual([500, ""])
  expect(log).toEqual([
    expect.stringContaining("A process of the receiver died."),
  ])
})

it("metrics are not below the address that the proxy sends to the receiver", async () => {
  openMetrics = async () => "# EOF\n"
  expect(await answerTo("/metrics?name=all")).toEqual([200, "# EOF\n"])
  for (const path of [
    "/hooks/metrics",
    "/hooks/../metrics",
    "/hooks/%2e%2e/metrics",
    "//metrics",
  ]) {
    const [status] = await answerTo(path)
    expect([path, status]).toEqual([path, 404])
  }
})

it("a defect in this code ends one connection, not the process", async () => {
  // Without a storage and metrics, each webhook fails with a TypeError.
  const { port } = server.address() as AddressInfo
  const address = `http://localhost:${port}/hooks/stablecoin/hosted`
  await fetch(address, { method: "POST", body: "{}" }).catch(() => null)
  expect(log).toContainEqual(
    expect.stringContaining("a hosted webhook could not be stored")
  )
  const [status] = await answerTo("/unknown")
  expect(status).toBe(404)
})
