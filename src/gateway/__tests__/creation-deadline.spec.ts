import { MerchantCheckoutClient } from ".."
import { isFresh } from "../../ledger/open"
import { CREATION_DEADLINE_MS } from "../options"
import {
  answer,
  CREDENTIALS,
  errorOf,
  hostedSuccess,
  listen,
  TRANSACTION_INPUT,
} from "./doubles"

/** Enough time for all earlier requests, even on a busy machine. */
const DEADLINE_MS = 1_500

// Shorter than the gateway's Retry-After and the default timeouts, so that a
// call that ignores its deadline fails.
type Step = "token" | 401 | 429

/** Opens a gateway that responds with the given steps, and then not at all. */
async function create(steps: Step[]) {
  const left = [...steps]
  const gateway = await listen((response) => {
    const step = left.shift()
    if (step === "token") {
      answer(response, 200, hostedSuccess({ access_token: "t" }))
    } else if (step) {
      answer(response, step, "", { "retry-after": "20" })
    }
  })
  const client = new MerchantCheckoutClient({
    ...CREDENTIALS,
    baseUrl: gateway.baseUrl,
    timeouts: { creation: DEADLINE_MS },
  })
  const error = await errorOf(client.createTransaction(TRANSACTION_INPUT))
  await gateway.close()
  await client.close()
  return { error, sent: gateway.requests.length }
}

const CASES: [string, Step[], boolean, number][] = [
  ["no token arrives", [], false, 1],
  ["the token request is rate-limited", [429], false, 1],
  ["no response arrives", ["token"], true, 2],
  ["no token arrives after a 401", ["token", 401], false, 3],
  [
    "the token request is rate-limited after a 401",
    ["token", 401, 429],
    false,
    3,
  ],
  ["no response arrives after a 401", ["token", 401, "token"], true, 4],
]

describe("a creation that takes too long", () => {
  const ended = new Map<string, Awaited<ReturnType<typeof create>>>()

  // They wait for their deadlines side by side.
  beforeAll(async () => {
    await Promise.all(
      CASES.map(async ([when, steps]) => ended.set(when, await create(steps)))
    )
  })

  it.each(CASES)(
    "ends at its deadline when %s, and is ambiguous only if it was sent",
    (when, _, ambiguous, sent) => {
      expect(ended.get(when)).toMatchObject({
        error: { code: "timeout", retryable: true, ambiguous },
        sent,
      })
    }
  )
})

it("a payment counts as being created for twice the creation deadline", () => {
  const created_at = new Date(0)
  expect(isFresh({ created_at }, new Date(2 * CREATION_DEADLINE_MS - 1))).toBe(
    true
  )
})
