import { chmod, readdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { waitFor } from "../../../tools/harness/wait-for"
import type { Receiver } from "../receiver"
import {
  healthOf,
  post,
  startTestReceiver,
  TestStore,
  useFolder,
} from "./support"

const OK = { status: 200, body: { received: true } }
const REFUSAL = { type: "unauthorized", message: "Not signed." }

const store = new TestStore()
const running: Receiver[] = []
let sent = 0

beforeEach(async () => {
  store.bodies.length = 0
  store.headers.length = 0
  store.answer = () => ({ status: 200, body: '{"received":true}' })
  await store.open()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ close }) => close()))
  await store.close()
})
// Removed after the receivers are closed.
const folder = useFolder()

async function start(spool = folder.path, url = store.url): Promise<string> {
  const receiver = await startTestReceiver(url, { folder: spool })
  running.push(receiver)
  return receiver.url
}

/** A body that was not sent before. */
const newBody = (): string => `{"number":${(sent += 1)}}`

async function keptFiles(): Promise<string[]> {
  const names = await readdir(folder.path)
  return names.filter((name) => name.endsWith(".webhook"))
}

const settled = async (): Promise<void> => {
  await waitFor(
    "the spool to be empty",
    async () => !(await keptFiles()).length
  )
}

describe("while the store answers", () => {
  it("forwards webhooks of both rails unchanged, at the plugin's addresses and at Medusa's", async () => {
    const url = await start()
    const bodies: string[] = []
    for (const path of [
      "/hooks/stablecoin/onchain",
      "/hooks/stablecoin/hosted?shop=1",
      "/hooks/payment/stablecoin-onchain_default",
      "/hooks/payment/pp_stablecoin-hosted_default",
    ]) {
      bodies.push(`{ "odd" :1.50, "text":"Prüfung ${path}" }`)
      expect(await post(url, bodies.at(-1)!, { path })).toEqual(OK)
    }
    expect(store.bodies).toEqual(bodies)
    expect(store.headers[0]).toMatchObject({
      "content-type": "application/json",
      "x-business-signature": expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await keptFiles()).toEqual([])
  })

  it("relays its refusals, and keeps nothing", async () => {
    const url = await start()
    store.answer = () => ({ status: 401, body: JSON.stringify(REFUSAL) })
    expect(await post(url, newBody())).toEqual({ status: 401, body: REFUSAL })
    expect(await keptFiles()).toEqual([])
  })

  it("answers other requests itself", async () => {
    const url = await start()
    for (const path of [
      "/hooks/payment/stripe",
      "/store/carts",
      "//x/hooks/stablecoin/hosted",
    ]) {
      expect((await post(url, "{}", { path })).status).toBe(404)
    }
    expect((await post(url, "x".repeat(65 * 1024))).status).toBe(413)
    const headers = { "content-encoding": "gzip" }
    expect((await post(url, "{}", { headers })).status).toBe(415)
    expect(store.bodies).toEqual([])
  })

  it("sends no webhook to itself", async () => {
    const front = await start(join(folder.path, "one"))
    const url = await start(join(folder.path, "two"), new URL(front))
    expect(await post(url, newBody())).toEqual(OK)
    const { body } = await healthOf(url)
    expect(body.waiting.count).toBe(1)
    await waitFor("it to be stuck", async () => {
      const { stuck } = (await healthOf(url)).body
      return stuck[0]?.reason.includes("508")
    })
    expect(store.bodies).toEqual([])
  })
})

describe("while the store is away", () => {
  const AWAY: [string, () => Promise<void> | void][] = [
    ["refuses connections", () => store.close()],
    ["does not answer", () => void (store.answer = () => "none")],
    // Each other answer: store-client.spec.
    [
      "answers a page",
      () =>
        void (store.answer = () => ({ status: 401, body: "<html></html>" })),
    ],
  ]

  it.each(AWAY)(
    "%s: a webhook is kept, and sent until it is stored",
    async (_, leave) => {
      const url = await start()
      await leave()
      const body = newBody()
      expect(await post(url, body)).toEqual(OK)
      expect(await keptFiles()).toHaveLength(1)
      store.bodies.length = 0
      store.answer = () => ({ status: 200, body: '{"received":true}' })
      await store.close()
      await store.open()
      await settled()
      expect(store.bodies).toContain(body)
      expect(await post(url, newBody())).toEqual(OK)
    }
  )

  it("rejects a forged webhook, and takes those that any secret signs", async () => {
    const url = await start()
    await store.close()
    const hosted = { path: "/hooks/stablecoin/hosted" }
    for (const forged of [
      { signature: "0".repeat(64) },
      { signature: "" },
      { ...hosted, signature: "x" },
    ]) {
      expect(await post(url, newBody(), forged)).toMatchObject({
        status: 401,
      })
    }
    expect(await keptFiles()).toEqual([])
    expect(await post(url, newBody(), hosted)).toEqual(OK)
  })
})

it("starts in a folder of another user, forwards, and says that it can keep nothing", async () => {
  // Root may write the folders of others, but not below a file.
  const spool =
    process.getuid?.() === 0 ? join(folder.path, "file") : folder.path
  await (process.getuid?.() === 0
    ? writeFile(spool, "")
    : chmod(folder.path, 0))
  const url = await start(spool)
  expect(await post(url, newBody())).toEqual(OK)
  expect(await healthOf(url)).toMatchObject({
    status: 503,
    body: { problem: expect.stringMatching(/EACCES|EEXIST|ENOTDIR/) },
  })
  await store.close()
  expect(await post(url, newBody())).toMatchObject({ status: 503 })

  await (process.getuid?.() === 0 ? rm(spool) : chmod(folder.path, 0o700))
  expect(await post(url, newBody())).toEqual(OK)
})

it("ends after the requests in hand", async () => {
  const url = await start()
  store.answer = () => "none"
  const answer = post(url, newBody())
  await waitFor("the webhook at the store", async () => store.bodies.length)
  const [receiver] = running.splice(0)
  await receiver?.close()
  expect(await answer).toEqual(OK)
  expect(await keptFiles()).toHaveLength(1)
  await expect(post(url, newBody())).rejects.toThrow()
})
