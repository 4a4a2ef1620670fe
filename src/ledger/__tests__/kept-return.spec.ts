import {
  type ChainPolicy,
  type CurrentAccount,
  type Deposit,
  type KeptReturn,
  keptReturn,
  type Payment,
} from "../index"
import { deposit, NOT_FOUND, NOW, payment } from "./samples"

const TESTING: CurrentAccount = { account: "other", mode: "test" }
const LIVE: CurrentAccount = { account: "other", mode: "live" }
const UNREAD: ChainPolicy = { proof: "off", has_endpoint: false }
const OBSERVED: ChainPolicy = { proof: "observe", has_endpoint: true }
const REQUIRED: ChainPolicy = { proof: "require", has_endpoint: true }

type State = { account?: CurrentAccount; policy?: ChainPolicy }

/** A paid payment, and the deposit that pays it. */
const own = (changes: Partial<Payment> = {}): Payment =>
  payment({ status: "paid", mode: "live", deposit_id: "stdep_1", ...changes })

const contradicted: Partial<Payment> = {
  proof_status: "contradicted",
  proof: { ...NOT_FOUND, reason: "no_transfer", is_final: true },
}

describe("money that its order does not ask for any more, and that was kept for it", () => {
  it.each<[string, KeptReturn, Partial<Deposit>, Payment | null, State]>([
    ["the gateway confirmed it", "refund", {}, own(), {}],
    [
      "the chain has shown it",
      "refund",
      { confirmed_at: null, seen_at: NOW },
      own(),
      {},
    ],
    ["its payment is unknown", "refund", {}, null, {}],
    ["only the merchant found it", "ask", { confirmed_at: null }, own(), {}],
    [
      "only the merchant found it, of an unknown payment",
      "ask",
      { confirmed_at: null },
      null,
      {},
    ],
    [
      "the chain contradicts its report",
      "ask",
      {},
      own(contradicted),
      { policy: OBSERVED },
    ],
    [
      "the chain contradicts its report, but is not read any more",
      "refund",
      {},
      own(contradicted),
      {},
    ],
    [
      "the chain has yet to prove it",
      "ask",
      {},
      own({ proof_status: "found" }),
      { policy: REQUIRED },
    ],
    [
      "the chain has proven it",
      "refund",
      {},
      own({ proof_status: "proven" }),
      { policy: REQUIRED },
    ],
    [
      "the chain contradicts another deposit of its payment",
      "refund",
      { id: "stdep_2" },
      own(contradicted),
      { policy: OBSERVED },
    ],
    [
      "it is simulated, and the store is live by now",
      "keep",
      {},
      own({ mode: "test" }),
      { account: LIVE },
    ],
    [
      "it is simulated in a store that tests",
      "refund",
      {},
      own({ mode: "test" }),
      {},
    ],
  ])("%s: %s", (_, expected, changes, of, state) => {
    const { account = TESTING, policy = UNREAD } = state
    const surroundings = { current_account: account, chain_policy: policy }

    const decided = keptReturn(
      deposit(changes),
      of && { payment: of, ...surroundings },
      NOW
    )

    expect(decided).toBe(expected)
  })
})
