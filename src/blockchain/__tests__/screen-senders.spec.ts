import { NETWORKS } from "../networks"
import { polygon } from "../networks/polygon"
import { type Answering, respond, results } from "../rpc/__tests__/rpc-server"
import { rpcTest } from "../rpc/__tests__/rpc-test"
import { screenSenders } from "../screen-senders"

const BUYER = `0x${"aa".repeat(20)}`
const LISTED = `0x${"bb".repeat(20)}`
const YES = `0x${"1".padStart(64, "0")}`
const NO = `0x${"0".repeat(64)}`

describe("senders of transfers", () => {
  const open = rpcTest()

  async function screen(
    answer: Answering,
    senders: readonly string[],
    network = polygon
  ) {
    const { server, client } = await open(answer)
    const screened = await screenSenders({ client, network }, senders)
    return {
      screened: Object.fromEntries(screened) as object,
      requests: server.requests,
    }
  }

  /** A node whose newest block is so old, and which answers calls so. */
  const node = (call: (data: string) => string, age = 0): Answering =>
    results(({ method, params: [about] }) =>
      method === "eth_call"
        ? call((about as { data: string }).data)
        : {
            number: "0x1",
            hash: `0x${"cc".repeat(32)}`,
            timestamp: `0x${Math.floor(Date.now() / 1_000 - age).toString(16)}`,
          }
    )
  const oracle = node((data) => (data.endsWith(LISTED.slice(2)) ? YES : NO))

  it("are looked up in one request, each once", async () => {
    const { screened, requests } = await screen(oracle, [BUYER, LISTED, BUYER])
    expect(screened).toEqual({ [BUYER]: "clear", [LISTED]: "listed" })
    expect(requests.map((calls) => calls.length)).toEqual([3])
  })

  it.each(NETWORKS)(
    "are looked up at the oracle of $chain",
    async (network) => {
      const { requests } = await screen(oracle, [BUYER], network)
      expect(requests[0]?.[1]?.params[0]).toMatchObject({
        to: network.sanctionsOracle.address,
      })
    }
  )

  it.each<[string, Answering]>([
    ["there is no oracle", node(() => "0x")],
    ["the oracle answers neither yes nor no", node(() => `${NO}00`)],
    ["the endpoint is stuck at an old list", node(() => NO, 700)],
    ["the endpoint fails", (_, response) => respond(response, 503, "")],
    [
      "the call is refused",
      ([newest, call], response) =>
        respond(response, 200, [
          { id: newest?.id, result: null },
          { id: call?.id, error: { code: 3, message: "execution reverted" } },
        ]),
    ],
  ])("are not cleared when %s", async (_, answer) => {
    const { screened } = await screen(answer, [BUYER])
    expect(screened).toEqual({ [BUYER]: "unknown" })
  })

  it("are not asked for while there are none", async () => {
    expect(await screen(oracle, [])).toEqual({ screened: {}, requests: [] })
  })
})
