import { polygon } from "../networks"
import {
  notFound,
  proveTransfer,
  type ReportedTransfer,
} from "../prove-transfer"
import type { Log, Receipt } from "../rpc"
import { TRANSFER_TOPIC } from "../transfer-log"

const HASH = `0x${"a1".repeat(32)}`
const BLOCK_HASH = `0x${"b2".repeat(32)}`
const SENDER = `0x${"11".repeat(20)}`
const DESTINATION = `0x${"Dd".repeat(20)}`
const STRANGER = `0x${"33".repeat(20)}`
const BLOCK = 1_000
const TIME = Date.parse("2026-11-20T12:00:00Z") / 1000
const USDC = polygon.tokens.USDC!.address
const USDT = polygon.tokens.USDT!.address
const USDC_E = polygon.others["USDC.e"]!.address
const DUE = 10_500_000n

const word = (hex: string): string =>
  `0x${hex.replace("0x", "").padStart(64, "0")}`

type Sent = { token?: string; to?: string; units?: bigint; index?: number }

function transfer(sent: Sent): Log {
  const { token = USDC, to = DESTINATION, units = DUE, index = 0 } = sent
  return {
    address: token,
    topics: [TRANSFER_TOPIC, word(SENDER), word(to)],
    data: word(units.toString(16)),
    logIndex: index,
    transactionHash: HASH,
    blockNumber: BLOCK,
    blockHash: BLOCK_HASH,
  }
}

function receipt(logs: Log[], changes: Partial<Receipt> = {}): Receipt {
  return {
    transactionHash: HASH,
    blockNumber: BLOCK,
    blockHash: BLOCK_HASH,
    status: 1,
    logs,
    ...changes,
  }
}

const REPORTED: ReportedTransfer = {
  tx_hash: HASH.toUpperCase().replace("0X", "0x"),
  token: { address: USDC, decimals: 6 },
  destination_address: DESTINATION,
  amount: "10.50",
  created_at: new Date(TIME * 1_000),
}

const proofOf = (
  found: Receipt,
  {
    is_final = true,
    ...changes
  }: Partial<ReportedTransfer & { is_final: boolean }> = {}
) => {
  const block = { number: BLOCK, hash: BLOCK_HASH, timestamp: TIME }
  const mined = { receipt: found, block, is_final }
  return proveTransfer({ ...REPORTED, ...changes }, mined, polygon)
}

describe("a reported transfer", () => {
  it("is proven by its coin, address and exact sum in a final block", () => {
    expect(proofOf(receipt([transfer({ index: 7 })]))).toEqual({
      kind: "proof",
      status: "proven",
      proof: {
        tx_hash: HASH,
        reason: null,
        sender: SENDER,
        log_index: 7,
        block_number: BLOCK,
        block_hash: BLOCK_HASH,
        block_time: "2026-11-20T12:00:00.000Z",
        is_final: true,
        found_instead: null,
      },
    })
  })

  it("is only found while its block can be replaced", () => {
    const found = proofOf(receipt([transfer({})]), { is_final: false })
    expect(found).toMatchObject({ status: "found", proof: { is_final: false } })
  })

  it.each([false, true])(
    "is contradicted by a transaction that failed, in a final block: %s",
    (is_final) => {
      const failed = receipt([transfer({})], { status: 0 })
      expect(proofOf(failed, { is_final })).toMatchObject({
        status: "contradicted",
        proof: {
          reason: "failed",
          is_final,
          sender: null,
          found_instead: null,
        },
      })
    }
  )

  it("that is in no block has neither a place nor a sender", () => {
    expect(notFound(REPORTED.tx_hash)).toEqual({
      kind: "proof",
      status: "not_found",
      proof: {
        tx_hash: HASH,
        reason: null,
        sender: null,
        log_index: null,
        block_number: null,
        block_hash: null,
        block_time: null,
        is_final: false,
        found_instead: null,
      },
    })
  })

  it("is proven among other transfers of the transaction", () => {
    const logs = [
      transfer({ to: STRANGER, index: 1 }),
      transfer({ token: USDT, index: 2 }),
      transfer({ index: 3 }),
      transfer({ units: DUE + 1n, index: 4 }),
    ]
    expect(proofOf(receipt(logs))).toMatchObject({
      status: "proven",
      proof: { log_index: 3 },
    })
  })

  it("is the first of those that pay it exactly, or the one at its position", () => {
    const logs = [transfer({ index: 3 }), transfer({ index: 5 })]
    for (const [log_index, proven] of [
      [undefined, 3],
      [5, 5],
    ] as const) {
      expect(proofOf(receipt(logs), { log_index })).toMatchObject({
        status: "proven",
        proof: { log_index: proven },
      })
    }
  })

  const contradicts = (logs: Log[], reason: string, found: string | null) =>
    expect(proofOf(receipt(logs))).toMatchObject({
      status: "contradicted",
      proof: { reason, is_final: true, sender: null, found_instead: found },
    })
  const to = (address: string) => ` → ${address.toLowerCase()}`

  const odd = transfer({})
  it.each<[string, Log[]]>([
    ["no event", []],
    [
      "another event of the coin",
      [{ ...odd, topics: [word("0x1"), word("0x2")] }],
    ],
    ["a stranger's contract", [transfer({ token: STRANGER })]],
    [
      "a Transfer of an NFT",
      [{ ...odd, topics: [...odd.topics, word("0x1")], data: "0x" }],
    ],
  ])("is contradicted by %s, which is no transfer", (_, logs) => {
    contradicts(logs, "no_transfer", null)
  })

  it.each<[Sent, reason: string, found: string]>([
    [{ token: USDC_E }, "wrong_coin", "10.50 USDC.e"],
    [{ token: USDT }, "wrong_coin", "10.50 USDT"],
    [{ to: STRANGER }, "wrong_address", "10.50 USDC"],
    [{ units: DUE - 1n }, "wrong_amount", "10.499999 USDC"],
    [{ units: DUE + 1n }, "wrong_amount", "10.500001 USDC"],
    // 18 decimals where the coin has 6.
    [{ units: DUE * 10n ** 12n }, "wrong_amount", "10500000000000.00 USDC"],
  ])("is contradicted by a transfer of %p: %s", (sent, reason, found) => {
    const instead = found + to(sent.to ?? DESTINATION)
    contradicts([transfer(sent)], reason, instead)
  })

  it("is contradicted by the sum in parts, of which three are named", () => {
    const parts = [1, 2, 3, 4, 5].map((index) =>
      transfer({ units: BigInt(index) * 1_000_000n, index })
    )
    const named = [1, 2, 3].map((n) => `${n}.00 USDC${to(DESTINATION)}`)
    contradicts(parts, "wrong_amount", `${named.join(", ")}, +2`)
  })
})
