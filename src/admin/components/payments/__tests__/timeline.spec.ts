import type {
  AdminException,
  AdminFact,
  AdminRefund,
} from "../../../../http-types"
import { timelineOf } from "../timeline"

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute))
const iso = (minute: number) => at(minute).toISOString()

const fact = (minute: number) => ({ created_at: iso(minute) }) as AdminFact
const exception = (opened: number, resolved: number | null) =>
  ({
    created_at: iso(opened),
    resolved_at: resolved === null ? null : iso(resolved),
  }) as AdminException
const refund = (times: Partial<AdminRefund>) =>
  ({
    created_at: iso(6),
    sent_at: null,
    status: "due",
    ...times,
  }) as AdminRefund

it("shows a payment's life to its end, newest first", () => {
  const entries = timelineOf({
    payment: {
      captured_at: iso(3),
      order: { id: "order_1", display_id: 1 },
      ordered_at: iso(2),
    },
    facts: [fact(0), fact(1)],
    exceptions: [exception(4, 5), exception(9, null)],
    refunds: [
      refund({ status: "sent", sent_at: iso(7) }),
      refund({ status: "void", updated_at: iso(8) }),
    ],
  })

  expect(entries.map(({ kind }) => kind)).toEqual([
    "opened",
    "void",
    "sent",
    "due",
    "due",
    "resolved",
    "opened",
    "captured",
    "ordered",
    "fact",
    "fact",
  ])
})

it("ends with the last fact of a payment that Medusa has not captured", () => {
  const entries = timelineOf({
    payment: { captured_at: null, order: null, ordered_at: null },
    facts: [fact(0), fact(1)],
    exceptions: [],
    refunds: [],
  })

  expect(entries.map((entry) => entry.at)).toEqual([iso(1), iso(0)])
})
