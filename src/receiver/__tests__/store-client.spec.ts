import { StoreClient } from "../store-client"
import { RECEIVED, TestStore } from "./support"

const store = new TestStore()

beforeAll(() => store.open())
afterAll(() => store.close())

const WEBHOOK = {
  path: "/hooks/stablecoin/hosted?shop=1",
  headers: { "x-webhook-signature": "ab" },
  body: Buffer.from('{ "odd" : 1.50 }'),
}

const refusal = JSON.stringify({ type: "invalid_data", message: "No." })
const page = "<html></html>"

it.each([
  ["its receipt", RECEIVED, { is: "stored" }],
  ["a refusal", { status: 400, body: refusal }, { is: "refused" }],
  ["a wrong signature", { status: 401, body: refusal }, { is: "refused" }],
  ["too large", { status: 413, body: refusal }, { is: "refused" }],
  ["compressed", { status: 415, body: refusal }, { is: "refused" }],
  // Not the plugin: a proxy, a storefront, a page for maintenance.
  ["a page", { status: 200, body: page }, { is: "failed", isAway: false }],
  ["a login", { status: 401, body: page }, { is: "failed", isAway: false }],
  ["a limit", { status: 413, body: page }, { is: "failed", isAway: false }],
  ["a redirect", { status: 302, body: "" }, { is: "failed", isAway: false }],
  [
    "not found",
    { status: 404, body: refusal },
    { is: "failed", isAway: false },
  ],
  ["an error", { status: 500, body: refusal }, { is: "failed", isAway: false }],
  ["a time-out", { status: 408, body: "" }, { is: "failed", isAway: true }],
  ["too many", { status: 429, body: "" }, { is: "failed", isAway: true }],
  ["a bad gateway", { status: 502, body: "" }, { is: "failed", isAway: true }],
  [
    "unavailable",
    { status: 503, body: refusal },
    { is: "failed", isAway: true },
  ],
  ["a late gateway", { status: 504, body: "" }, { is: "failed", isAway: true }],
  ["nothing", "none", { is: "failed", isAway: true }],
] as const)("the store answers %s", async (_, answer, sent) => {
  store.answer = () => answer
  expect(await new StoreClient(store.url, 500).send(WEBHOOK)).toMatchObject(
    sent
  )
})

it("a store that is not there is away", async () => {
  const client = new StoreClient(new URL("http://127.0.0.1:1"))
  expect(await client.send(WEBHOOK)).toEqual({
    is: "failed",
    isAway: true,
    reason: expect.stringContaining("ECONNREFUSED"),
  })
})
