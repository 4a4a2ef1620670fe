import { secondsUntilFree, type WaitingPayment } from "../index"
import { NOW, payment } from "./samples"

const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

const waiting = (changes: Partial<WaitingPayment>): WaitingPayment =>
  payment(changes as object)
const NEWEST = waiting({})

it.each<[string, WaitingPayment[], number]>([
  [
    "a hosted one is given up by the next run of the job",
    [waiting({ rail: "hosted", gateway_id: null }), NEWEST],
    1,
  ],
  [
    "an on-chain one stays payable for half an hour",
    [waiting({ superseded_at: at(-10) }), NEWEST],
    21,
  ],
  [
    "one that was replaced just now is not noted yet",
    [waiting({}), waiting({}), NEWEST],
    31,
  ],
  [
    "its time may be up before",
    [waiting({ superseded_at: at(-1), expires_at: at(5) }), NEWEST],
    6,
  ],
  [
    "a creation without an answer is over after two minutes",
    [waiting({ status: "creating", created_at: at(-1) }), NEWEST],
    2,
  ],
  [
    "the first that ends counts",
    [
      waiting({ superseded_at: at(-2) }),
      waiting({ superseded_at: at(-20) }),
      NEWEST,
    ],
    11,
  ],
  [
    "what should have ended is ended by the next run",
    [waiting({ superseded_at: at(-60) }), NEWEST],
    1,
  ],
])("a refused start may be tried again in minutes: %s", (_, open, minutes) => {
  expect(secondsUntilFree(open, NOW)).toBe(minutes * 60)
})
