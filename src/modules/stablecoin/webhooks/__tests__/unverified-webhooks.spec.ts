import type { Payment } from "../../../../ledger"
import { newPaymentId } from "../../repository/payments/payments"
import { UnverifiedWebhooks } from "../unverified-webhooks"

const REAL = newPaymentId()
const PAYMENT = { id: REAL, rail: "onchain", status: "pending" } as Payment

/** Rejected webhooks of a ledger with one payment. */
function watched({ isKnown = false, isDown = false } = {}) {
  const queries: (readonly string[])[] = []
  const opened: string[] = []
  const warnings: string[] = []
  const unverified = new UnverifiedWebhooks({
    repository: {
      payments: {
        findNamed: async (ids) => {
          queries.push(ids)
          if (isDown) {
            throw new Error("The database is down.")
          }
          return ids.includes(REAL) ? [PAYMENT] : []
        },
      },
    },
    isKnown: async () => isKnown,
    openException: async (id) => void opened.push(id),
    logger: { warn: (line: string) => warnings.push(line) },
  })
  const note = (order_no: string, isReplaced = false) =>
    unverified.note(
      {
        rail: "onchain",
        body: Buffer.from(
          JSON.stringify({ event: "payment_order.paid", data: { order_no } })
        ),
        header: () => undefined,
      },
      isReplaced
    )
  return { note, queries, opened, warnings }
}

describe("rejected webhooks", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const passes = async () => await vi.advanceTimersByTimeAsync(1_000)

  it("with many made-up ids are compared together with a real one, each second", async () => {
    const { note, queries, opened } = watched()
    const made = Array.from({ length: 300 }, () => newPaymentId())
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

  it("beyond 500 ids in a second are dropped, to limit memory", async () => {
    const { note, queries } = watched()
    Array.from({ length: 600 }, () => note(newPaymentId()))
    await passes()
    expect(queries.map(({ length }) => length)).toEqual([500])
  })

  it("of a payment that a known secret confirms are forged, unless a replaced secret signed one", async () => {
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

  it("that can't be compared are logged once, and not for each id", async () => {
    const { note, warnings } = watched({ isDown: true })
    Array.from({ length: 100 }, () => note(newPaymentId()))
    await passes()
    expect(warnings).toEqual([expect.stringContaining("The database is down.")])
  })
})
