import type {
  AdminException,
  AdminFact,
  AdminPaymentDetail,
  AdminRefund,
} from "../../../../http-types"
import type { Texts } from "../../../lib/use-texts"
import { timelineOf } from "../timeline"

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute))
const iso = (minute: number) => at(minute).toISOString()

const texts = {
  t: (key: string) => key,
  coins: (amount: string) => amount,
} as unknown as Texts

const payment = (times: Partial<AdminPaymentDetail>) =>
  ({ captured_at: null, order: null, ...times }) as AdminPaymentDetail
const fact = (minute: number) =>
  ({ id: `fact ${minute}`, created_at: iso(minute) }) as AdminFact
const exception = (opened: number, resolved: number | null) =>
  ({
    id: "exc",
    kind: "unproven",
    reason: null,
    created_at: iso(opened),
    resolved_at: resolved === null ? null : iso(resolved),
  }) as AdminException
const refund = (times: Partial<AdminRefund>) =>
  ({
    id: "ref",
    created_at: iso(6),
    sent_at: null,
    status: "due",
    ...times,
  }) as AdminRefund

it("shows a payment's life to its end, newest first", () => {
  const items = timelineOf(texts, {
    payment: payment({
      captured_at: iso(3),
      order: { id: "order_1", display_id: 1 },
      ordered_at: iso(2),
    }),
    facts: [fact(0), fact(1)],
    exceptions: [exception(4, 5), exception(9, null)],
    refunds: [
      refund({ status: "sent", sent_at: iso(7) }),
      refund({ status: "void", updated_at: iso(8) }),
    ],
  })

  expect(items.map(({ id }) => id)).toEqual([
    "exc:opened",
    "ref:void",
    "ref:sent",
    "ref:due",
    "ref:due",
    "exc:resolved",
    "exc:opened",
    "captured",
    "ordered",
    "fact 1",
    "fact 0",
  ])
})

it("ends with the last fact of a payment that Medusa has not captured", () => {
  const items = timelineOf(texts, {
    payment: payment({}),
    facts: [fact(0), fact(1)],
    exceptions: [],
    refunds: [],
  })

  expect(items.map(({ at }) => at)).toEqual([iso(1), iso(0)])
})
