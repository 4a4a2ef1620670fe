import { chmod, chown, readdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Spool, type SpoolOptions } from "../spool"
import type { Sent } from "../store-client"
import type { Webhook } from "../webhook"
import { testLogger, useFolder } from "./support"
import { fakeClock, type FakeClock } from "../../../tools/harness/fake-clock"

const HOUR_MS = 60 * 60_000
const STORED: Sent = {
  answer: { status: 200, body: Buffer.alloc(0) },
  problem: null,
}
const AWAY = failed("no answer", true)
const BROKEN = failed("the store answered 500")

function failed(reason: string, isAway = false): Sent {
  return { answer: null, problem: { reason, isAway } }
}

function webhook(text: string): Webhook {
  return {
    path: "/hooks/stablecoin/onchain",
    headers: { "x-business-signature": "ab" },
    body: Buffer.from(text),
  }
}

const folder = useFolder()
let clock: FakeClock

beforeEach(() => {
  clock = fakeClock({
    toFake: ["Date", "performance"],
    now: new Date("2026-11-27T10:00:00Z"),
  })
})
afterEach(() => clock.uninstall())

function wait(hours: number): void {
  clock.tick(hours * HOUR_MS)
}

/** A spool, and a store that answers by the body. */
function open(options: Partial<SpoolOptions> = {}) {
  const { logger, messages } = testLogger()
  const bench = {
    seen: [] as Webhook[],
    sent: [] as string[],
    answer: ((): Sent => STORED) as (body: string) => Sent,
    messages,
  }
  const spool = new Spool(
    { folder: folder.path, maxBytes: 1024 * 1024, keepDays: 14, ...options },
    async (each) => {
      bench.seen.push(each)
      bench.sent.push(String(each.body))
      return bench.answer(String(each.body))
    },
    logger
  )
  return Object.assign(bench, { spool })
}

async function filesIn(path = folder.path): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? entry.name : []))
}

/** Runs as another user, if this one may read everything. */
async function asOtherUser(run: () => Promise<void>) {
  if (process.getuid?.() !== 0) {
    return await run()
  }
  const NOBODY = 65_534
  await chown(folder.path, NOBODY, NOBODY)
  process.seteuid?.(NOBODY)
  try {
    await run()
  } finally {
    process.seteuid?.(0)
  }
}

it("sends a kept webhook as it was received, once, and removes its file", async () => {
  const { spool, sent } = open()
  const other = open()
  const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
  await spool.keep({ ...webhook(""), body })
  const [name = ""] = await filesIn()
  expect(name).toMatch(/^2026-11-27T100000\.000Z-.*\.webhook$/)
  expect((await stat(join(folder.path, name))).mode & 0o777).toBe(0o600)

  // Any process of the folder may send it.
  await other.spool.scan()
  await other.spool.sendDue()
  expect(other.seen).toEqual([{ ...webhook(""), body }])
  await spool.sendDue()
  expect(sent).toEqual([])
  expect(await filesIn()).toEqual([])
  expect((await spool.health()).waiting.count).toBe(0)
})

it("a webhook that the store never stores, or that can't be read, holds up no other", async () => {
  await asOtherUser(async () => {
    const bench = open()
    const { spool } = bench
    await spool.keep(webhook("unreadable"))
    const [unreadable = ""] = await filesIn()
    await chmod(join(folder.path, unreadable), 0)
    await spool.keep(webhook("stuck"))
    await writeFile(join(folder.path, "0.webhook"), "{ damaged")
    await spool.scan()
    bench.answer = (body) => (body === "stuck" ? BROKEN : STORED)
    await spool.sendDue()
    await spool.keep(webhook("younger"))
    await spool.sendDue()

    expect(bench.sent).toEqual(["stuck", "younger"])
    const { stuck } = await spool.health()
    const reasons = stuck.map(({ reason }) => reason)
    expect(reasons.toSorted()).toEqual([
      expect.stringContaining("EACCES"),
      "it is not a webhook",
      "the store answered 500",
    ])
    for (const { file } of stuck) {
      expect(bench.messages.join()).toContain(`${file} waits`)
    }

    await chmod(join(folder.path, unreadable), 0o600)
    bench.answer = () => STORED
    wait(1)
    await spool.sendDue()
    expect(bench.sent.slice(2).toSorted()).toEqual(["stuck", "unreadable"])
    expect(await filesIn()).toEqual(["0.webhook"])
  })
})

it("keeps no webhook beyond the size, counts those of other processes, and takes more when they are sent", async () => {
  const bench = open({ maxBytes: 4_000 })
  const { spool } = bench
  const other = open()
  bench.answer = () => AWAY
  await other.spool.keep(webhook("x".repeat(1_000)))
  await spool.scan()
  await spool.keep(webhook("y".repeat(1_000)))
  await expect(spool.keep(webhook("z".repeat(1_000)))).rejects.toThrow(
    "The spool is full: 2 webhooks wait"
  )
  expect((await spool.health()).problem).toContain("full")
  await other.spool.sendDue()
  await spool.scan()
  await spool.keep(webhook("z".repeat(1_000)))
  expect((await spool.health()).waiting.count).toBe(2)
})

it("keeps no more than the size of webhooks that arrive at the same moment", async () => {
  const { spool } = open({ maxBytes: 4_000 })
  const kept = await Promise.allSettled(
    ["x", "y", "z"].map((each) => spool.keep(webhook(each.repeat(1_000))))
  )
  expect(kept.filter(({ status }) => status === "fulfilled")).toHaveLength(2)
})

it.each([
  ["soon while the store is away", AWAY, [1, 2, 4, 8, 10, 10, 10]],
  [
    "ever later a webhook that the store does not store",
    BROKEN,
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300],
  ],
])("sends again %s", async (_, answer, seconds) => {
  const bench = open()
  bench.answer = () => answer
  await bench.spool.keep(webhook("a"))
  expect(await bench.spool.sendDue()).toBe(1)
  for (const delay of seconds) {
    clock.tick(delay * 1_000 - 1)
    expect(await bench.spool.sendDue()).toBe(0)
    clock.tick(1)
    expect(await bench.spool.sendDue()).toBe(1)
  }
})

it("sends new webhooks in the next pass, though more wait than it takes", async () => {
  const bench = open()
  const { spool } = bench
  bench.answer = () => AWAY
  const old = Array.from({ length: 40 }, (_, index) => `old ${index}`)
  for (const text of old) {
    await spool.keep(webhook(text))
  }
  await spool.sendDue()
  await spool.sendDue()
  wait(1)
  await spool.keep(webhook("new"))
  bench.sent.length = 0
  expect(await spool.sendDue()).toBeLessThan(old.length)
  expect(bench.sent).toContain("new")
  await spool.sendDue()
  expect(bench.sent.toSorted()).toEqual([...old, "new"].toSorted())
})

it("removes what a killed process did not finish, an hour later", async () => {
  const { spool } = open()
  const [old, recent] = [
    "2026-11-27T080000.000Z-9-old.webhook.unfinished",
    "2026-11-27T093000.000Z-9-recent.webhook.unfinished",
  ] as const
  await writeFile(join(folder.path, old), "half")
  await writeFile(join(folder.path, recent), "half")
  await spool.scan()
  await spool.purge()
  expect(await filesIn()).toEqual([recent])
  expect((await spool.health()).waiting.count).toBe(0)
})

describe("webhooks that the store has accepted", () => {
  it("are sent again since an hour, both those that were forwarded and those that were kept", async () => {
    const bench = open()
    const { spool } = bench
    bench.answer = () => AWAY
    await spool.logForwarded(webhook("too old"))
    await spool.keep(webhook("kept"))
    await spool.sendDue()
    wait(1)
    bench.answer = () => STORED
    await spool.sendDue()
    await Promise.all(
      ["a", "b"].map((text) => spool.logForwarded(webhook(text)))
    )
    // A file that a killed process cut off.
    const half = "2026-11-27T115959.000Z-half.webhook"
    await writeFile(join(folder.path, "done", half), '{"path":"/ho')

    bench.sent.length = 0
    bench.answer = (body) => (body === "a" ? BROKEN : STORED)
    const result = await spool.replay("2026-11-27T11")

    expect(bench.sent.toSorted()).toEqual(["a", "b", "kept"])
    expect(result).toEqual({
      sent: 4,
      problems: new Map([
        ["the store answered 500", 1],
        [`${half}: it is not a webhook`, 1],
      ]),
    })
  })

  it.each([
    ["for some days", { keepDays: 3 }, 4],
    [
      "up to the size of the spool, in blocks of the disk",
      { maxBytes: 16_384 },
      4,
    ],
  ])("are kept %s", async (_, options, left) => {
    const { spool } = open(options)
    for (let day = 0; day < 10; day++) {
      wait(24)
      await spool.logForwarded(webhook("x".repeat(100)))
    }
    await spool.purge()
    const names = await filesIn(join(folder.path, "done"))
    expect(names).toHaveLength(left)
    expect(names.toSorted().at(-1)).toContain("2026-12-07T10")
  })
})
