import { sendTo } from "../store-client"
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
const REFUSED = { answer: expect.anything(), problem: { isAway: false } }
const FAILED = { answer: null, problem: { isAway: false } }
const AWAY = { answer: null, problem: { isAway: true } }

it.each([
  ["its receipt", RECEIVED, { answer: expect.anything(), problem: null }],
  ["a refusal", { status: 400, body: refusal }, REFUSED],
  ["a wrong signature", { status: 401, body: refusal }, REFUSED],
  ["too large", { status: 413, body: refusal }, REFUSED],
  ["compressed", { status: 415, body: refusal }, REFUSED],
  // Not the plugin: a proxy, a storefront, a page for maintenance.
  ["a page", { status: 200, body: page }, FAILED],
  ["a login", { status: 401, body: page }, FAILED],
  ["a limit", { status: 413, body: page }, FAILED],
  ["a redirect", { status: 302, body: "" }, FAILED],
  ["not found", { status: 404, body: refusal }, FAILED],
  ["an error", { status: 500, body: refusal }, FAILED],
  ["a time-out", { status: 408, body: "" }, AWAY],
  ["too many", { status: 429, body: "" }, AWAY],
  ["a bad gateway", { status: 502, body: "" }, AWAY],
  ["unavailable", { status: 503, body: refusal }, AWAY],
  ["a late gateway", { status: 504, body: "" }, AWAY],
  ["nothing", "none", AWAY],
] as const)("the store answers %s", async (_, answer, sent) => {
  store.answer = () => answer
  expect(await sendTo(store.url, 500)(WEBHOOK)).toMatchObject(sent)
})

it("a store that is not there is away", async () => {
  const reason = expect.stringContaining("ECONNREFUSED")
  expect(await sendTo(new URL("http://127.0.0.1:1"))(WEBHOOK)).toEqual({
    answer: null,
    problem: { reason, isAway: true },
  })
})
