import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { waitFor } from "../../../tools/harness/wait-for"
import type { Receiver } from "../receiver"
import {
  healthOf,
  post,
  startTestReceiver,
  TestStore,
  withFolder,
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

async function start(folder: string, url = store.url): Promise<string> {
  const receiver = await startTestReceiver(url, { folder })
  running.push(receiver)
  return receiver.url
}

/** A body that was not sent before. */
const newBody = (): string => `{"number":${(sent += 1)}}`

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => name.endsWith(".webhook"))
}

const settled = async (folder: string): Promise<void> => {
  await waitFor(
    "the spool to be empty",
    async () => !(await filesIn(folder)).length
  )
}

describe("while the store answers", () => {
  it("forwards webhooks of both rails unchanged, at the plugin's addresses and at Medusa's", async () => {
    await withFolder(async (folder) => {
      const url = await start(folder)
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
      expect(await filesIn(folder)).toEqual([])
    })
  })

  it("relays its refusals, and keeps nothing", async () => {
    await withFolder(async (folder) => {
      const url = await start(folder)
      store.answer = () => ({ status: 401, body: JSON.stringify(REFUSAL) })
      expect(await post(url, newBody())).toEqual({ status: 401, body: REFUSAL })
      expect(await filesIn(folder)).toEqual([])
    })
  })

  it("answers other requests itself", async () => {
    await withFolder(async (folder) => {
      const url = await start(folder)
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
  })

  it("sends no webhook to itself", async () => {
    await withFolder(async (folder) => {
      const front = await start(join(folder, "one"))
      const url = await start(join(folder, "two"), new URL(front))
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
      await withFolder(async (folder) => {
        const url = await start(folder)
        await leave()
        const body = newBody()
        expect(await post(url, body)).toEqual(OK)
        expect(await filesIn(folder)).toHaveLength(1)
        store.bodies.length = 0
        store.answer = () => ({ status: 200, body: '{"received":true}' })
        await store.close()
        await store.open()
        await settled(folder)
        expect(store.bodies).toContain(body)
        expect(await post(url, newBody())).toEqual(OK)
      })
    }
  )

  it("rejects a forged webhook, and takes those that any secret signs", async () => {
    await withFolder(async (folder) => {
      const url = await start(folder)
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
      expect(await filesIn(folder)).toEqual([])
      expect(await post(url, newBody(), hosted)).toEqual(OK)
    })
  })

  it("two processes share a folder, and each webhook reaches the store", async () => {
    await withFolder(async (folder) => {
      const urls = [await start(folder), await start(folder)]
      await store.close()
      const bodies = Array.from({ length: 40 }, () => newBody())
      const answers = await Promise.all(
        bodies.map((body, index) => post(urls[index % 2]!, body))
      )
      expect(answers).toEqual(bodies.map(() => OK))
      // One of them dies: its webhooks are the other one's.
      await running.shift()?.close()
      await store.open()
      const next = await start(folder)
      await settled(folder)
      expect(new Set(store.bodies)).toEqual(new Set(bodies))
      // It counts when it looks through the folder.
      await waitFor("health", async () => {
        return (await healthOf(next)).body.waiting.count === 0
      })
    })
  })
})

it("starts in a folder of another user, forwards, and says that it can keep nothing", async () => {
  await withFolder(async (parent) => {
    const folder = join(parent, "spool")
    await mkdir(folder, { mode: 0o700 })
    // Root may write the folders of others, but not below a file.
    const spool = process.getuid?.() === 0 ? join(folder, "file") : folder
    await (process.getuid?.() === 0 ? writeFile(spool, "") : chmod(folder, 0))
    const url = await start(spool)
    expect(await post(url, newBody())).toEqual(OK)
    expect(await healthOf(url)).toMatchObject({
      status: 503,
      body: { problem: expect.stringMatching(/EACCES|EEXIST|ENOTDIR/) },
    })
    await store.close()
    expect(await post(url, newBody())).toMatchObject({ status: 503 })

    await (process.getuid?.() === 0 ? rm(spool) : chmod(folder, 0o700))
    expect(await post(url, newBody())).toEqual(OK)
  })
})

it("ends after the requests in hand", async () => {
  await withFolder(async (folder) => {
    const url = await start(folder)
    store.answer = () => "none"
    const answer = post(url, newBody())
    await waitFor("the webhook at the store", async () => store.bodies.length)
    const [receiver] = running.splice(0)
    await receiver?.close()
    expect(await answer).toEqual(OK)
    expect(await filesIn(folder)).toHaveLength(1)
    await expect(post(url, newBody())).rejects.toThrow()
  })
})
