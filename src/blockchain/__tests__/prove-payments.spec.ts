import { type PaymentToProve, provePayments } from "../prove-payments"
import { type Answering, respond } from "../rpc/__tests__/rpc-server"
import {
  address,
  hash,
  hex,
  node,
  type NodeOptions,
  SENDER,
  TIME,
} from "./node"
import { nodeTest } from "./node-test"

const DESTINATION = address(1)

/** A chain whose transactions pay 10.50 USDC in the blocks of their numbers. */
const chain = (
  numbers: readonly number[],
  options: Partial<NodeOptions> = {}
): Answering => {
  const transfers = numbers.map((block) => ({
    block,
    to: DESTINATION,
    logIndex: 2,
  }))
  return node({ transfers, ...options }).answer
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

describe("payments are proven", () => {
  const open = nodeTest()

  async function prove(
    answer: Answering | Answering[],
    payments: readonly PaymentToProve[],
    finality: "finalized" | number = "finalized"
  ) {
    const { server, reader } = await open(answer, finality)
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
    const { statuses, facts, requests } = await prove(chain([1, 2, 105]), [
      payment(1),
      payment(2),
      payment(105),
      payment(7),
    ])
    expect(statuses).toEqual({
      stpay_1: "proven",
      stpay_2: "proven",
      stpay_105: "found",
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
        chain([105]),
        [payment(105)],
        confirmations
      )
      expect(statuses).toEqual({ stpay_105: status })
    }
  )

  it.each([
    [5, 300, "proven", null],
    [5, 301, "contradicted", "too_early"],
    [105, 301, "contradicted", "too_early"],
  ])(
    "by block %i, %i s before the payment began: %s",
    async (number, seconds, status, reason) => {
      const created_at = new Date((TIME + number + seconds) * 1_000)
      const { facts } = await prove(chain([number]), [
        payment(number, { created_at }),
      ])
      expect(facts.get(`stpay_${number}`)).toMatchObject({
        status,
        proof: { reason, is_final: number <= 100, found_instead: null },
      })
    }
  )

  it("not by a block that was replaced after the receipt was read", async () => {
    const answer = chain([5], { replaced: [5] })
    expect((await prove(answer, [payment(5)])).statuses).toEqual({})
  })

  it("not by a block whose time can't be a date, which is an answer in an unknown form", async () => {
    const late = (seconds: number) => {
      const block = { number: hex(5), hash: hash(5), timestamp: hex(seconds) }
      return chain([5], { results: { [hex(5)]: block } })
    }
    const { statuses, error } = await prove(late(8.64e12 + 1), [payment(5)])
    expect(statuses).toEqual({})
    expect(error).toMatchObject({ code: "bad_answer" })
    expect((await prove(late(8.64e12), [payment(5)])).statuses).toEqual({
      stpay_5: "proven",
    })
  })

  it("not while the chain has no final block", async () => {
    const none = chain([5], { finalized: -1 })
    expect((await prove(none, [payment(5)])).statuses).toEqual({
      stpay_5: "found",
    })
  })

  it("and an endpoint that lags behind takes nothing back", async () => {
    const known = payment(7, { proof: { block_number: 111 } as never })
    expect((await prove(chain([]), [known])).statuses).toEqual({})
    const older = payment(7, { proof: { block_number: 110 } as never })
    expect((await prove(chain([]), [older])).statuses).toEqual({
      stpay_7: "not_found",
    })
  })

  it("and an endpoint that is stuck at an old block contradicts nothing", async () => {
    const { facts, error } = await prove(chain([], { age: 700 }), [
      payment(111),
    ])
    expect(facts.size).toBe(0)
    expect(error?.message).toContain("no block of the last 10 minutes")
  })

  it("not by the last final block of another fork than its receipt's", async () => {
    const withoutTag = chain([85], { tags: [] })
    const { facts } = await prove([withoutTag, chain([])], [payment(85)])
    expect(facts.get("stpay_85")?.status).toBe("not_found")
  })

  it("and an endpoint that fails proves and contradicts nothing", async () => {
    const down: Answering = (_, response) => respond(response, 500, "")
    const { facts, error } = await prove(down, [payment(1)])
    expect(facts.size).toBe(0)
    expect(error?.code).toBe("unreachable")
  })

  it("one by one, so that a receipt that can't be read leaves the others", async () => {
    const broken = chain([1], { results: { [hash(2)]: {} } })
    const { statuses, error } = await prove(broken, [payment(1), payment(2)])
    expect(statuses).toEqual({ stpay_1: "proven" })
    expect(error?.code).toBe("bad_answer")
  })

  it("not by the receipt of another transaction", async () => {
    const receipt = { blockNumber: hex(2), blockHash: hash(2), logs: [] }
    const named = { ...receipt, transactionHash: hash(2), status: "0x1" }
    const other = chain([], { results: { [hash(1)]: named } })
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

  it("not in an unknown coin, nor without the address", async () => {
    const { statuses } = await prove(chain([1]), [
      payment(1, { currency: "EURC" }),
      payment(1, { destination_address: null }),
    ])
    expect(statuses).toEqual({})
  })
})
