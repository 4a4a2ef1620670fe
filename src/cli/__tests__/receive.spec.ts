import { post, TestStore, useFolder } from "../../receiver/__tests__/support"
import { runCli } from "../run"

const folder = useFolder()
const store = new TestStore()
const SECRETS = { STABLECOIN_WEBHOOK_SECRETS: " , client-secret, whsec" }

beforeAll(() => store.open())
afterAll(() => store.close())

/** Runs the command until `use` has ended. */
async function receive(
  args: string[],
  {
    env = SECRETS,
    use = async () => {},
  }: {
    env?: Record<string, string>
    use?: (url: string) => Promise<void>
  } = {}
) {
  const ended = new AbortController()
  const out: string[] = []
  const err: string[] = []
  const using: Promise<void>[] = []
  const code = await runCli(["receive", ...args], {
    out: (line) => {
      out.push(line)
      if (line.startsWith("{")) {
        const { url } = JSON.parse(line) as { url: string }
        using.push(use(url).finally(() => ended.abort()))
      }
    },
    err: (line) => err.push(line),
    ended: ended.signal,
    env,
  })
  await Promise.all(using)
  return { code, out, err: err.join("\n") }
}

it("prints its address as one line of JSON, forwards, and sends again what the store has accepted", async () => {
  const args = ["--store", store.url.href, "--spool", folder.path]
  const running = await receive([...args, "--port", "0", "--json"], {
    use: async (url) => {
      expect((await post(url, "{}")).status).toBe(200)
    },
  })
  expect(running.code).toBe(0)
  expect(running.out.map((line) => JSON.parse(line) as unknown)).toEqual([
    { url: expect.stringContaining("http://127.0.0.1:"), pid: process.pid },
  ])

  expect(
    await receive([...args, "--replay-since", "2999-01-01"])
  ).toMatchObject({
    code: 1,
    err: expect.stringContaining("no accepted webhooks"),
  })
  const today = new Date().toISOString().slice(0, 10)
  const again = await receive([...args, "--replay-since", today], { env: {} })
  expect(again).toMatchObject({
    code: 0,
    out: ["The store accepted 1 of 1 webhooks."],
  })
  expect(store.bodies).toEqual(["{}", "{}"])

  await store.close()
  const failed = await receive([...args, "--replay-since", today])
  expect(failed).toMatchObject({
    code: 1,
    out: ["The store accepted 0 of 1 webhooks."],
    err: expect.stringContaining("1 were not accepted: no answer"),
  })
})

it.each([
  ["without a store", [], SECRETS, 2, "--store must be"],
  [
    "with a store that is no address",
    ["--store", "shop"],
    SECRETS,
    2,
    "--store must be",
  ],
  [
    "without secrets",
    ["--store", "http://shop"],
    {},
    1,
    "STABLECOIN_WEBHOOK_SECRETS is not set",
  ],
  [
    "with a date that is none",
    ["--store", "http://shop", "--replay-since", "today"],
    SECRETS,
    2,
    "--replay-since must be",
  ],
  [
    "with an address that it can't listen on",
    ["--store", "http://shop", "--host", "192.0.2.1"],
    SECRETS,
    1,
    "can't listen",
  ],
])("does not start %s", async (_, args, env, code, message) => {
  const started = await receive(args, { env: { ...env } })
  expect(started.code).toBe(code)
  expect(started.err).toContain(message)
})
