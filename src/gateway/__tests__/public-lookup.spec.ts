import dns from "node:dns"
import { once } from "node:events"
import { createServer, type AddressInfo, type Server } from "node:net"
import { MerchantCheckoutClient } from ".."
import { CREDENTIALS, errorOf, listen } from "./doubles"
import { publicLookup } from "../../shared/address-scope"

type Address = { address: string; family: number }

const LOOPBACK = { address: "127.0.0.1", family: 4 }
const PUBLIC = { address: "8.8.8.8", family: 4 }

/** Makes every name resolve to these addresses. */
function resolveTo(...addresses: Address[]) {
  const answer = (
    _hostname: string,
    options: { all?: boolean },
    callback: (error: null, found: Address[] | string, family?: number) => void
  ) => {
    const [first] = addresses
    if (options.all) {
      callback(null, addresses)
    } else {
      callback(null, first?.address ?? "", first?.family)
    }
  }
  return jest.spyOn(dns, "lookup").mockImplementation(answer as never)
}

describe("a client that may connect to public addresses only", () => {
  let server: Server
  let connections: number
  let port: number

  beforeEach(async () => {
    connections = 0
    server = createServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    port = (server.address() as AddressInfo).port
  })

  afterEach(async () => {
    jest.restoreAllMocks()
    server.close()
    await once(server, "close")
  })

  async function verify(
    addressScope: "public" | "any",
    baseUrl = `https://gateway.example:${port}`
  ) {
    const client = new MerchantCheckoutClient({
      ...CREDENTIALS,
      baseUrl,
      addressScope,
      retries: 2,
    })
    const error = await errorOf(client.verify())
    await client.close()
    return error
  }

  it.each([
    ["a private address", [LOOPBACK]],
    ["a private and a public address", [PUBLIC, LOOPBACK]],
    ["a mapped private address", [{ address: "::ffff:127.0.0.1", family: 6 }]],
  ])("opens no connection when the name resolves to %s", async (_, found) => {
    const lookup = resolveTo(...found)

    const error = await verify("public")

    expect(error).toMatchObject({ code: "private_address", retryable: false })
    expect(error.message).toMatch(/private network.*medusa-config\.ts/)
    expect(error.message).not.toContain("gateway.example")
    expect(lookup).toHaveBeenCalledTimes(1)
    expect(connections).toBe(0)
  })

  it("connects without this restriction", async () => {
    resolveTo(LOOPBACK)

    expect(await verify("any")).toMatchObject({ code: "network" })
    expect(connections).toBe(3)
  })

  it.each([{ all: true }, { all: false }])(
    "connects to the checked address, and resolves it again each time (%j)",
    async (options) => {
      resolveTo(PUBLIC)
      const resolve = () =>
        new Promise((settle) =>
          publicLookup("gateway.example", options, (error, ...found) =>
            settle(error?.code ?? found)
          )
        )
      const checked = [PUBLIC.address, PUBLIC.family]

      expect(await resolve()).toEqual(options.all ? [[PUBLIC]] : checked)
      // The name resolves to another address now.
      resolveTo(LOOPBACK)
      expect(await resolve()).toBe("PRIVATE_ADDRESS")
    }
  )

  it("does not send to a literal private address, which is not resolved", async () => {
    expect(await verify("public", `https://127.0.0.1:${port}`)).toMatchObject({
      code: "private_address",
    })
    expect(connections).toBe(0)
  })

  it("does not send secrets without TLS", async () => {
    const gateway = await listen((response) => response.end())
    expect(await verify("public", gateway.baseUrl)).toMatchObject({
      code: "private_address",
    })
    expect(gateway.requests).toEqual([])
    await gateway.close()
  })
})
