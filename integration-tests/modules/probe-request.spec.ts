import dns from "node:dns"
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createGzip } from "node:zlib"
import { request } from "../../src/health/request"

const ANY = { addressScope: "any" } as const
const PUBLIC = { addressScope: "public" } as const

describe("a request to the store's own address", () => {
  let server: Server
  let answer: RequestListener
  let requestCount: number

  beforeEach(async () => {
    requestCount = 0
    server = createServer((request, response) => answer(request, response))
    server.on("connection", () => {
      requestCount += 1
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
  })

  afterEach(async () => {
    jest.restoreAllMocks()
    server.closeAllConnections()
    server.close()
    await once(server, "close")
  })

  const url = (host = "127.0.0.1") =>
    `http://${host}:${(server.address() as AddressInfo).port}/health`

  it("reads the beginning of an endless response, and disconnects", async () => {
    let disconnected: Promise<unknown> | undefined
    answer = (_, response) => {
      disconnected = once(response, "close")
      const write = () => {
        while (response.write("a".repeat(16_384)));
      }
      response.on("drain", write)
      write()
    }
    const response = await request(url(), ANY)
    expect(response).toEqual({ status: 200, body: "a".repeat(1_000) })
    await disconnected
  })

  it("decompresses nothing", async () => {
    let wanted: unknown
    answer = (request, response) => {
      wanted = request.headers["accept-encoding"]
      response.writeHead(200, { "content-encoding": "gzip" })
      const packed = createGzip()
      packed.pipe(response)
      packed.end("a".repeat(100_000))
    }
    const response = await request(url(), ANY)
    expect(wanted).toBe("identity")
    expect(response).toEqual({
      status: 200,
      body: expect.not.stringMatching(/^a/),
    })
  })

  it("follows no redirect", async () => {
    answer = (_, response) => {
      response.writeHead(307, { location: url() }).end()
    }
    expect(await request(url(), ANY)).toEqual({ status: 307, body: "" })
    expect(requestCount).toBe(1)
  })

  it.each([
    ["the address is private", () => url()],
    ["the name is one of this machine", () => url("localhost")],
    ["the name resolves to a private address", () => url("store.example")],
  ])("that must not reveal this network is not made when %s", async (_, at) => {
    answer = (_request, response) => response.end()
    jest
      .spyOn(dns, "lookup")
      .mockImplementation(((
        _hostname: string,
        _options: object,
        callback: (error: null, found: dns.LookupAddress[]) => void
      ) => callback(null, [{ address: "127.0.0.1", family: 4 }])) as never)
    expect(await request(at(), PUBLIC)).toEqual({
      failed: "PRIVATE_ADDRESS",
      isTimeout: false,
    })
    expect(requestCount).toBe(0)
  })

  it("reports an error code where nothing answers", async () => {
    const unused = "http://127.0.0.1:9/health"
    expect(await request(unused, ANY)).toEqual({
      failed: "ECONNREFUSED",
      isTimeout: false,
    })
  })
})
