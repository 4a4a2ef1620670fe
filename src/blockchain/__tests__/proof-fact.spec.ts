import { polygon } from "../networks"
import { proofFact } from "../proof-fact"
import type { Verdict } from "../prove-transfer"

const HASH = `0x${"A1".repeat(32)}`
const BLOCK = { number: 1_000, hash: `0x${"b2".repeat(32)}`, is_final: true }
const TIME = Date.parse("2026-11-20T12:00:00Z") / 1000
const USDC = polygon.tokens.USDC!.address.toLowerCase()

const transfer = (changes: { token?: string; units?: bigint }) => ({
  token: USDC,
  from: "0xfrom",
  to: "0xto",
  units: 10_500_000n,
  log_index: 7,
  ...changes,
})
const factOf = (verdict: Verdict) => proofFact(HASH, verdict, TIME, polygon)

describe("the ledger's fact of a verdict", () => {
  it("names sender, block, time and position of a proven transfer", () => {
    const proven: Verdict = {
      is: "proven",
      block: BLOCK,
      transfers: [transfer({}), { ...transfer({}), log_index: 9 }],
    }
    expect(factOf(proven)).toEqual({
      kind: "proof",
      status: "proven",
      proof: {
        tx_hash: HASH.toLowerCase(),
        reason: null,
        sender: "0xfrom",
        log_index: 7,
        block_number: 1_000,
        block_hash: BLOCK.hash,
        block_time: "2026-11-20T12:00:00.000Z",
        is_final: true,
        found_instead: null,
      },
    })
  })

  it("names nothing of a transaction that no block contains", () => {
    expect(factOf({ is: "not_found" })).toMatchObject({
      status: "not_found",
      proof: {
        sender: null,
        block_number: null,
        block_time: null,
        is_final: false,
      },
    })
  })

  it.each([
    [[transfer({ units: 10_499_999n })], "10.499999 USDC → 0xto"],
    [[transfer({ token: polygon.others[0]!.address })], "10.50 USDC.e → 0xto"],
    [[transfer({ token: "0xstranger", units: 5n })], "5 × 0xstranger → 0xto"],
    [
      [1n, 2n, 3n, 4n, 5n].map((units) =>
        transfer({ units: units * 1_000_000n })
      ),
      "1.00 USDC → 0xto, 2.00 USDC → 0xto, 3.00 USDC → 0xto, +2",
    ],
    [[], null],
  ])("says what moved instead: %#", (found, found_instead) => {
    const verdict: Verdict = {
      is: "contradicted",
      reason: "wrong_amount",
      block: BLOCK,
      found,
    }
    expect(factOf(verdict)).toMatchObject({
      status: "contradicted",
      proof: { reason: "wrong_amount", sender: null, found_instead },
    })
  })
})
