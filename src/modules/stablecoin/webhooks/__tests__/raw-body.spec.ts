import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { type RawBody, rawBodyOf } from "../http/raw-body"

const BODY = JSON.stringify({ event: "payment.success", payload: {} })

/**
 * The body that is found after a middleware of the store has handled the
 * request.
 */
async function foundAfter(
  middleware: (req: IncomingMessage) => Promise<unknown>
): Promise<RawBody> {
  const server = createServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  try {
    const found = new Promise<RawBody>((resolve) => {
      server.once("request", (req: IncomingMessage, res) => {
        void middleware(req)
          .then(() => rawBodyOf(req))
          .then(resolve)
          .finally(() => res.end())
      })
    })
    await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: BODY })
    return await found
  } finally {
    server.close()
  }
}

describe("the bytes that a webhook's signature covers", () => {
  it("are found when no middleware read them", async () => {
    expect(String(await foundAfter(async () => undefined))).toBe(BODY)
  })

  it("are found where a middleware has kept them", async () => {
    const found = await foundAfter(async (req) =>
      Object.assign(req, { rawBody: await buffer(req) })
    )
    expect(String(found)).toBe(BODY)
  })

  it("are unavailable, not empty, where a middleware of the store has consumed them", async () => {
    expect(await foundAfter(buffer)).toBe("taken")
  })
})
