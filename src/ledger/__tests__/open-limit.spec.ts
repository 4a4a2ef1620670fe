import { type Payment, secondsUntilFree } from "../index"
import { NOW, payment } from "./samples"

const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

const NEWEST = payment({})

it.each<[string, Payment[], number]>([
  [
    "a hosted one is abandoned by the next run of the job",
    [payment({ rail: "hosted", gateway_id: null }), NEWEST],
    1,
  ],
  [
    "an onchain one stays payable for half an hour",
    [payment({ superseded_at: at(-10) }), NEWEST],
    21,
  ],
  [
    "one that was replaced just now is not noted yet",
    [payment({}), payment({}), NEWEST],
    31,
  ],
  [
    "it may expire earlier",
    [payment({ superseded_at: at(-1), expires_at: at(5) }), NEWEST],
    6,
  ],
  [
    "a creation without a response ends after two minutes",
    [payment({ status: "creating", created_at: at(-1) }), NEWEST],
    2,
  ],
  [
    "the first one to end counts",
    [
      payment({ superseded_at: at(-2) }),
      payment({ superseded_at: at(-20) }),
      NEWEST,
    ],
    11,
  ],
  [
    "an overdue one is ended by the next run",
    [payment({ superseded_at: at(-60) }), NEWEST],
    1,
  ],
])("a rejected start may be retried after minutes: %s", (_, open, minutes) => {
  expect(secondsUntilFree(open, NOW)).toBe(minutes * 60)
})
