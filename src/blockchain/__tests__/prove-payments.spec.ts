import { polygon } from "../networks"
import { type PaymentToProve, provePayments, unitsDue } from "../prove-payments"
import { type Answering, respond, results } from "../rpc/__tests__/rpc-server"
import { rpcTest } from "../rpc/__tests__/rpc-test"
import { TRANSFER_TOPIC } from "../transfer-log"
import { openNodes } from "../watch/__tests__/open-node"

const TIME = Date.parse("2026-11-20T12:00:00Z") / 1000
const DESTINATION = `0x${"dd".repeat(20)}`
const SENDER = `0x${"11".repeat(20)}`

const hash = (number: number): string =>
  `0x${number.toString(16).padStart(64, "0")}`
const hex = (number: number): string => `0x${number.toString(16)}`
const word = (value: string): string =>
  `0x${value.replace("0x", "").padStart(64, "0")}`
const block = (number: number) => ({
  number: hex(number),
  hash: hash(number),
  timestamp: hex(TIME + number),
})

/** A transaction that pays 10.50 USDC in the block of its own number. */
function receipt(number: number) {
  const at = { transactionHash: hash(number), blockHash: hash(number) }
  return {
    ...at,
    blockNumber: hex(number),
    status: "0x1",
    logs: [
      {
        ...at,
        blockNumber: hex(number),
        address: polygon.tokens.USDC!.address,
        topics: [TRANSFER_TOPIC, word(SENDER), word(DESTINATION)],
        data: word((10_500_000).toString(16)),
        logIndex: "0x2",
      },
    ],
  }
}

function payment(
  number: number,
  changes: Partial<PaymentToProve> = {}
): PaymentToProve {
  return {
    id: `stpay_${number}`,
    amount: "10.50",
    currency: "USDC",
    destination_address: DESTINATION,
    tx_hash: hash(number),
    proof: null,
    created_at: new Date(TIME * 1_000),
    ...changes,
  }
}

/**
 * A chain of 100 blocks, 90 of them final, with these transactions.
 *
 * @param blocks answers about some blocks instead, by number
 * @param receipts answers about some transactions instead, by hash
 */
function chain(
  transactions: readonly number[],
  blocks: Record<string, unknown> = {},
  receipts: Record<string, unknown> = {}
): Answering {
  return results(({ method, params: [about] }) => {
    const name = String(about)
    if (method === "eth_getTransactionReceipt") {
      const number = transactions.find((each) => hash(each) === name)
      return receipts[name] ?? (number === undefined ? null : receipt(number))
    }
    const number = { latest: 100, finalized: 90 }[name] ?? Number(name)
    return blocks[number] ?? block(number)
  })
}

describe("payments are proven", () => {
  const open = rpcTest({ now: () => (TIME + 100) * 1_000 })

  async function prove(
    answer: Answering,
    payments: readonly PaymentToProve[],
    finality: "finalized" | number = "finalized"
  ) {
    const { server, client } = await open(answer)
    const reader = { client, network: polygon, finality }
    const { facts, error } = await provePayments(reader, payments)
    const statuses = [...facts].map(([id, { status }]) => [id, status])
    return {
      facts,
      error,
      requests: server.requests,
      statuses: Object.fromEntries(statuses) as object,
    }
  }

  it("in two requests, however many there are", async () => {
    const { statuses, facts, requests } = await prove(chain([1, 2, 95]), [
      payment(1),
      payment(2),
      payment(95),
      payment(7),
    ])
    expect(statuses).toEqual({
      stpay_1: "proven",
      stpay_2: "proven",
      stpay_95: "found",
      stpay_7: "not_found",
    })
    expect(facts.get("stpay_1")).toMatchObject({
      proof: {
        sender: SENDER,
        log_index: 2,
        block_number: 1,
        block_time: new Date((TIME + 1) * 1000).toISOString(),
      },
    })
    expect(requests).toHaveLength(2)
  })

  it.each([
    [6, "proven"],
    [7, "found"],
  ])(
    "after %i confirmations, the newest block being the first: %s",
    async (confirmations, status) => {
      const { statuses } = await prove(
        chain([95]),
        [payment(95)],
        confirmations
      )
      expect(statuses).toEqual({ stpay_95: status })
    }
  )

  it.each([
    [5, 300, "proven", null],
    [5, 301, "contradicted", "too_early"],
    [95, 301, "contradicted", "too_early"],
  ])(
    "by block %i, %i s before the payment began: %s",
    async (number, seconds, status, reason) => {
      const created_at = new Date((TIME + number + seconds) * 1_000)
      const { facts } = await prove(chain([number]), [
        payment(number, { created_at }),
      ])
      expect(facts.get(`stpay_${number}`)).toMatchObject({
        status,
        proof: { reason, is_final: number <= 90, found_instead: null },
      })
    }
  )

  it("not by a block that was replaced after the receipt was read", async () => {
    const replaced = { 5: { ...block(5), hash: hash(999) } }
    expect((await prove(chain([5], replaced), [payment(5)])).statuses).toEqual(
      {}
    )
  })

  it("not by a block whose time can't be a date, which is an answer in an unknown form", async () => {
    const late = (seconds: number) =>
      chain([5], { 5: { ...block(5), timestamp: hex(seconds) } })
    const { statuses, error } = await prove(late(8.64e12 + 1), [payment(5)])
    expect(statuses).toEqual({})
    expect(error).toMatchObject({ code: "bad_answer" })
    expect((await prove(late(8.64e12), [payment(5)])).statuses).toEqual({
      stpay_5: "proven",
    })
  })

  it("not while the chain has no final block", async () => {
    const none: Answering = (asked, response) =>
      results((each) =>
        each.params[0] === "finalized"
          ? null
          : each.method === "eth_getTransactionReceipt"
            ? receipt(5)
            : block(each.params[0] === "latest" ? 100 : 5)
      )(asked, response)
    expect((await prove(none, [payment(5)])).statuses).toEqual({
      stpay_5: "found",
    })
  })

  it("and an endpoint that lags behind takes nothing back", async () => {
    const known = payment(7, { proof: { block_number: 101 } as never })
    expect((await prove(chain([]), [known])).statuses).toEqual({})
    const older = payment(7, { proof: { block_number: 100 } as never })
    expect((await prove(chain([]), [older])).statuses).toEqual({
      stpay_7: "not_found",
    })
  })

  it("and an endpoint that is stuck at an old block contradicts nothing", async () => {
    const old = { ...block(100), timestamp: hex(TIME - 600) }
    const { facts, error } = await prove(chain([], { 100: old }), [
      payment(101),
    ])
    expect(facts.size).toBe(0)
    expect(error?.message).toContain("no block of the last 10 minutes")
  })

  it("not by the last final block of another fork than its receipt's", async () => {
    const withoutTag: Answering = (asked, response) =>
      respond(
        response,
        200,
        asked.map(({ id, method, params: [about] }) =>
          about === "finalized"
            ? { id, error: { code: -32601, message: "no finalized block" } }
            : {
                id,
                result:
                  method === "eth_getTransactionReceipt"
                    ? receipt(85)
                    : block(about === "latest" ? 100 : 85),
              }
        )
      )
    const nodes = await openNodes([withoutTag, chain([])])
    const { facts } = await provePayments(nodes.reader, [payment(85)])
    await nodes.close()
    expect(facts.get("stpay_85")?.status).toBe("not_found")
  })

  it("without the ones whose amount no transfer can have", async () => {
    const { statuses } = await prove(chain([1, 2]), [
      payment(1),
      payment(2, { amount: "10.0000001" }),
    ])
    expect(statuses).toEqual({ stpay_1: "proven" })
  })

  it("and an endpoint that fails proves and contradicts nothing", async () => {
    const down: Answering = (_, response) => respond(response, 500, "")
    const { facts, error } = await prove(down, [payment(1)])
    expect(facts.size).toBe(0)
    expect(error?.code).toBe("unreachable")
  })

  it("one by one, so that a receipt that can't be read leaves the others", async () => {
    const broken: Answering = chain([1, 2], {}, { [hash(2)]: {} })
    const { statuses, error } = await prove(broken, [payment(1), payment(2)])
    expect(statuses).toEqual({ stpay_1: "proven" })
    expect(error?.code).toBe("bad_answer")
  })

  it("not by the receipt of another transaction", async () => {
    const other = chain([], {}, { [hash(1)]: receipt(2) })
    expect((await prove(other, [payment(1)])).statuses).toEqual({
      stpay_1: "not_found",
    })
  })

  it("not by a hash that is none, which no endpoint receives", async () => {
    const { statuses, requests } = await prove(chain([1]), [
      payment(1),
      payment(2, { tx_hash: "0xnot-a-hash" }),
    ])
    expect(statuses).toEqual({ stpay_1: "proven", stpay_2: "not_found" })
    expect(JSON.stringify(requests)).not.toContain("not-a-hash")
  })

  it("not in a coin whose contract is unknown, nor without the address", async () => {
    const { statuses } = await prove(chain([1]), [
      payment(1, { currency: "EURC" }),
      payment(1, { destination_address: null }),
    ])
    expect(statuses).toEqual({})
  })
})

it.each([
  [{}, 10_500_000n],
  [{ currency: "EURC" }, undefined],
  [{ amount: "0.0000001" }, undefined],
])(
  "an amount can have a transfer only in a known coin and its units: %j is %s",
  (changes, expected) => {
    expect(unitsDue(payment(1, changes), polygon)?.units).toBe(expected)
  }
)
