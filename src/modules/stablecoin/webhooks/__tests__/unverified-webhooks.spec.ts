import type { Payment } from "../../../../ledger"
import { newPaymentId } from "../../repository/payments/payments"
import { UnverifiedWebhooks } from "../unverified-webhooks"
import {
  fakeClock,
  type FakeClock,
} from "../../../../../tools/harness/fake-clock"

const [REAL, OTHER] = [newPaymentId(), newPaymentId()]
const PAYMENTS = [REAL, OTHER].map(
  (id) => ({ id, rail: "onchain", status: "pending" }) as Payment
)

/** Rejected webhooks of a ledger with two payments. */
function watched({ isKnown = false, isDown = false, failing = "" } = {}) {
  const queries: (readonly string[])[] = []
  const opened: string[] = []
  const kept: string[] = []
  const warnings: string[] = []
  const unverified = new UnverifiedWebhooks({
    repository: {
      payments: {
        findNamed: async (ids) => {
          queries.push(ids)
          if (isDown) {
            throw new Error("The database is down.")
          }
          return PAYMENTS.filter(({ id }) => ids.includes(id))
        },
      },
      webhookEvents: {
        keepUnverified: async ({ id }) => {
          kept.push(id)
          return "stwhe_1"
        },
      },
    },
    isKnown: async () => isKnown,
    openException: async (id) => {
      if (id === failing) {
        throw new Error("Its row is locked.")
      }
      opened.push(id)
    },
    logger: { warn: (line: string) => warnings.push(line) },
  })
  const note = (
    order_no: string,
    isReplaced = false,
    payment_id?: string,
    {
      signature = "00",
      padding = "",
    }: { signature?: string | null; padding?: string } = {}
  ) => {
    const data = { order_no, metadata: { payment_id }, padding }
    const text = JSON.stringify({ event: "payment_order.paid", data })
    const body = Buffer.from(text)
    unverified.note(
      { rail: "onchain", body, header: () => signature ?? undefined },
      isReplaced
    )
  }
  return { note, queries, opened, kept, warnings }
}

describe("rejected webhooks", () => {
  let clock: FakeClock
  beforeEach(() => void (clock = fakeClock()))
  afterEach(() => clock.uninstall())
  const passes = async () => await clock.tickAsync(1_000)

  it("with many made-up ids are compared together with a real one, each second", async () => {
    const { note, queries, opened } = watched()
    const made = Array.from({ length: 1_900 }, () => newPaymentId())
    made.forEach((id) => note(id))
    for (let time = 0; time < 50; time++) {
      note(REAL)
    }
    await passes()
    expect(queries).toEqual([[...made, REAL]])
    expect(opened).toEqual([REAL])

    note(newPaymentId())
    await passes()
    expect(queries).toHaveLength(2)
  })

  it("beyond 2,000 in a second are dropped, to limit memory, unless a replaced secret signed one", async () => {
    const { note, opened } = watched()
    for (let time = 0; time < 2_000; time++) {
      note(newPaymentId())
    }
    note(OTHER)
    note(REAL, true)
    await passes()
    expect(opened).toEqual([REAL])
  })

  it("are each compared, also when the exception of one can't be opened", async () => {
    const { note, opened, warnings } = watched({ failing: REAL })
    note(REAL)
    note(OTHER)
    await passes()
    expect(opened).toEqual([OTHER])
    expect(warnings).toEqual([expect.stringContaining("Its row is locked.")])
  })

  it("of a payment that a known secret confirms open nothing at once, unless a replaced secret signed one", async () => {
    const { note, opened } = watched({ isKnown: true })
    note(REAL)
    await passes()
    expect(opened).toEqual([])

    note(REAL)
    note(REAL, true)
    note(REAL)
    await passes()
    expect(opened).toEqual([REAL])
  })

  it("are kept to be verified again: three for each payment, signed and of the usual size", async () => {
    const { note, kept } = watched({ isKnown: true })
    for (let time = 0; time < 5; time++) {
      note(REAL)
    }
    note(OTHER, false, undefined, { signature: null })
    note(OTHER, false, undefined, { padding: "x".repeat(8 * 1024) })
    note(newPaymentId())
    await passes()
    expect(kept).toEqual([REAL, REAL, REAL])
  })

  it("that can't be compared are logged once, and not for each id", async () => {
    const { note, warnings } = watched({ isDown: true })
    Array.from({ length: 100 }, () => note(newPaymentId()))
    await passes()
    expect(warnings).toEqual([expect.stringContaining("The database is down.")])
  })
})
