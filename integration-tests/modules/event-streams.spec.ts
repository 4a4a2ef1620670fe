import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { EventStream } from "../../src/api/store/stablecoin/payments/[session_id]/events/event-stream"
import { openStreams } from "../../src/api/store/stablecoin/payments/[session_id]/events/open-streams"
import { clientOf } from "../../src/modules/stablecoin/payments/stream/client-of"
import { streamedPayment } from "../setup/store/streamed-payment"

// Time-based behaviour of a stream, with a fake clock and a real connection.

const MINUTE_MS = 60_000

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:1:2::6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  [undefined, ""],
])("the client at %s is counted as %s", (address, client) => {
  expect(clientOf(address)).toBe(client)
})

let server: Server
let received: AsyncIterator<string>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] })
  server = createServer((_, res) => {
    const stream = new EventStream(res, "payses_1", undefined)
    openStreams.add(stream)
    stream.show(streamedPayment())
  }).listen(0)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const { body } = await fetch(`http://localhost:${port}`)
  received = body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  await readUntil('"status":"pending"')
})

afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  if (server.listening) {
    server.close()
  }
})

/** Reads until a text was received. @returns all text read by then */
async function readUntil(expected: string): Promise<string> {
  let text = ""
  while (!text.includes(expected)) {
    const { done, value } = await received.next()
    if (done) {
      throw new Error(`The stream ended with ${text}`)
    }
    text += value
  }
  return text
}

it("a stream without changes sends a sign of life every 15 seconds", async () => {
  for (let beats = 0; beats < 2; beats++) {
    vi.advanceTimersByTime(15_000)
    expect(await readUntil("\n\n")).toBe(":\n\n")
  }
})

it("a stream ends after 15 minutes, and names the timeout as the reason", async () => {
  vi.advanceTimersByTime(15 * MINUTE_MS)
  expect(await readUntil("event: end")).toContain('"reason":"timeout"')
  expect(await received.next()).toMatchObject({ done: true })
})

it("a stream ends within a second when its server is closing", async () => {
  server.close()
  vi.advanceTimersByTime(1_000)
  expect(await readUntil("event: end")).toContain('"reason":"shutdown"')
  expect(await received.next()).toMatchObject({ done: true })
})
