import type { AdminFact, AdminPaymentDetail } from "../../../../http-types"
import type { Texts } from "../../../lib/use-texts"
import { timelineOf } from "../timeline"

const iso = (minute: number) =>
  new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString()

const texts = { t: (key: string) => key } as unknown as Texts

const payment = (times: Partial<AdminPaymentDetail>) =>
  ({ captured_at: null, order: null, ...times }) as AdminPaymentDetail
const fact = (minute: number) =>
  ({ id: `fact ${minute}`, created_at: iso(minute) }) as AdminFact

it("shows a payment's life to its end, newest first", () => {
  const items = timelineOf(texts, {
    payment: payment({
      captured_at: iso(3),
      order: { id: "order_1", display_id: 1 },
      ordered_at: iso(2),
    }),
    facts: [fact(0), fact(1), fact(4)],
  })

  expect(items.map(({ id }) => id)).toEqual([
    "fact 4",
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
  })

  expect(items.map(({ at }) => at)).toEqual([iso(1), iso(0)])
})
