import {
  chmod,
  chown,
  mkdir,
  readdir,
  utimes,
  writeFile,
} from "node:fs/promises"
import { appendFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { HandedOver } from "../handed-over"
import { Spool, type SpoolOptions } from "../spool"
import type { Sent } from "../store-client"
import type { Webhook } from "../webhook"
import { testLogger, withFolder } from "./support"

const HOUR_MS = 60 * 60_000
const STORED: Sent = {
  is: "stored",
  answer: { status: 200, body: Buffer.alloc(0) },
}
const AWAY: Sent = { is: "failed", isAway: true, reason: "no answer" }
const BROKEN: Sent = {
  is: "failed",
  isAway: false,
  reason: "the store answered 500",
}

function webhook(text: string): Webhook {
  return {
    received_at: "2026-11-27T10:00:00.000Z",
    path: "/hooks/stablecoin/onchain",
    headers: { "x-business-signature": "ab" },
    body: Buffer.from(text),
  }
}

/** A spool with a frozen clock, and a store that answers by the body. */
function open(folder: string, options: Partial<SpoolOptions> = {}) {
  const { logger, messages } = testLogger()
  const bench = {
    now: Date.parse("2026-11-27T10:00:00Z"),
    sent: [] as string[],
    answer: ((): Sent => STORED) as (body: string) => Sent,
    messages,
  }
  const spool = new Spool({
    folder,
    maxBytes: 1024 * 1024,
    keepDays: 14,
    ...options,
    send: async ({ body }) => {
      bench.sent.push(String(body))
      return bench.answer(String(body))
    },
    logger,
    now: () => bench.now,
    elapsed: () => bench.now,
  })
  return Object.assign(bench, { spool })
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? entry.name : []))
}

/** Runs as another user, if this one may read everything. */
async function asOtherUser(folder: string, run: () => Promise<void>) {
  if (process.getuid?.() !== 0) {
    return await run()
  }
  const NOBODY = 65_534
  await chown(folder, NOBODY, NOBODY)
  process.seteuid?.(NOBODY)
  try {
    await run()
  } finally {
    process.seteuid?.(0)
  }
}

it("sends a kept webhook as it was received, once, and removes its file", async () => {
  await withFolder(async (folder) => {
    const bench = open(folder)
    const { spool, sent } = bench
    const seen: Webhook[] = []
    const other = new Spool({
      folder,
      maxBytes: 1024 * 1024,
      keepDays: 14,
      send: async (each) => {
        seen.push(each)
        return STORED
      },
      logger: testLogger().logger,
      now: () => bench.now,
    })
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
    await spool.keep({ ...webhook(""), body })
    const [name = ""] = await filesIn(folder)
    expect(name).toMatch(/\.v1\.webhook$/)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)

    // Any process of the folder may send it.
    await other.scan()
    await other.sendDue()
    expect(seen).toEqual([{ ...webhook(""), body }])
    await spool.sendDue()
    expect(sent).toEqual([])
    expect(await filesIn(folder)).toEqual([])
    expect(spool.waiting.count).toBe(0)
  })
})

it("a webhook that the store never stores, or that can't be read, holds up no other", async () => {
  await withFolder(async (folder) => {
    await asOtherUser(folder, async () => {
      const bench = open(folder)
      const { spool } = bench
      await spool.keep(webhook("unreadable"))
      const [unreadable = ""] = await filesIn(folder)
      await chmod(join(folder, unreadable), 0)
      await spool.keep(webhook("stuck"))
      await writeFile(join(folder, "0.v1.webhook"), "{ damaged")
      await writeFile(join(folder, "1.v2.webhook"), "of a newer version")
      await spool.scan()
      bench.answer = (body) => (body === "stuck" ? BROKEN : STORED)
      await spool.sendDue()
      await spool.keep(webhook("younger"))
      await spool.sendDue()

      expect(bench.sent).toEqual(["stuck", "younger"])
      const reasons = spool.waiting.stuck().map(({ reason }) => reason)
      expect(reasons.toSorted()).toEqual([
        expect.stringContaining("EACCES"),
        "it is not a webhook",
        "it is of another version of the receiver",
        "the store answered 500",
      ])
      for (const { file } of spool.waiting.stuck()) {
        expect(bench.messages.join()).toContain(`${file} waits`)
      }

      await chmod(join(folder, unreadable), 0o600)
      bench.answer = () => STORED
      bench.now += HOUR_MS
      await spool.sendDue()
      expect(bench.sent.slice(2).toSorted()).toEqual(["stuck", "unreadable"])
      expect(await filesIn(folder)).toEqual(["0.v1.webhook", "1.v2.webhook"])
    })
  })
})

it("keeps no webhook beyond the size, counts those of other processes, and takes more when they are sent", async () => {
  await withFolder(async (folder) => {
    const bench = open(folder, { maxBytes: 4_000 })
    const { spool } = bench
    const other = open(folder)
    bench.answer = () => AWAY
    await other.spool.keep(webhook("x".repeat(1_000)))
    await spool.scan()
    await spool.keep(webhook("y".repeat(1_000)))
    await expect(spool.keep(webhook("z".repeat(1_000)))).rejects.toThrow(
      "The spool is full: 2 webhooks wait"
    )
    expect(await spool.problem()).toContain("full")
    await other.spool.sendDue()
    await spool.scan()
    await spool.keep(webhook("z".repeat(1_000)))
    expect(spool.waiting.count).toBe(2)
  })
})

it("uses no folder that other users may write, and says so", async () => {
  await withFolder(async (parent) => {
    const folder = join(parent, "shared")
    await mkdir(folder)
    await chmod(folder, 0o770)
    const bench = open(folder)
    const { spool } = bench
    await expect(spool.keep(webhook("a"))).rejects.toThrow("chmod go-w")
    expect(await spool.problem()).toContain("chmod go-w")
    expect(await filesIn(folder)).toEqual([])

    await chmod(folder, 0o750)
    bench.now += HOUR_MS
    await spool.keep(webhook("a"))
    expect(spool.waiting.count).toBe(1)
  })
})

it("removes what a killed process did not finish, an hour later", async () => {
  await withFolder(async (folder) => {
    const bench = open(folder)
    const { spool } = bench
    const [old, recent] = ["old.unfinished", "recent.unfinished"] as const
    for (const [name, hours] of [
      [old, 2],
      [recent, 0.5],
    ] as const) {
      await writeFile(join(folder, name), "half")
      const time = new Date(bench.now - hours * HOUR_MS)
      await utimes(join(folder, name), time, time)
    }
    await spool.scan()
    expect(await filesIn(folder)).toEqual([recent])
    expect(spool.waiting.count).toBe(0)
  })
})

describe("webhooks that the store has accepted", () => {
  it("are sent again since an hour, both those that were forwarded and those that were kept", async () => {
    await withFolder(async (folder) => {
      const bench = open(folder)
      const { spool } = bench
      await spool.logHandedOver(webhook("too old"))
      bench.now += HOUR_MS
      await spool.keep(webhook("kept"))
      await spool.sendDue()
      await Promise.all(
        ["a", "b"].map((text) => spool.logHandedOver(webhook(text)))
      )
      const [name = ""] = (await filesIn(join(folder, "done")))
        .toSorted()
        .slice(-1)
      // A line that a killed process cut off, and a file of a newer version.
      await appendFile(join(folder, "done", name), '\n{"received_at":"20')
      await spool.logHandedOver(webhook("c"))
      await writeFile(join(folder, "done/2026-11-28T00.x.v2.jsonl"), "new")

      const sent: string[] = []
      const result = await new HandedOver(folder, {
        keepDays: 14,
        maxBytes: 1,
      }).replay(
        {
          send: async ({ body }) => {
            sent.push(String(body))
            return String(body) === "a" ? BROKEN : STORED
          },
        },
        "2026-11-27T11"
      )

      expect(sent.toSorted()).toEqual(["a", "b", "c", "kept"])
      expect(result).toEqual({
        sent: 4,
        stored: 3,
        problems: new Map([
          ["the store answered 500", 1],
          [expect.stringContaining("a line that is not a webhook"), 1],
          [expect.stringContaining("of another version"), 1],
        ]),
      })
    })
  })

  it.each([
    ["for some days", { keepDays: 3 }, 4],
    ["up to the size of the spool", { maxBytes: 1_000 }, 3],
  ])("are kept %s", async (_, options, left) => {
    await withFolder(async (folder) => {
      const bench = open(folder, options)
      const { spool } = bench
      for (let day = 0; day < 10; day++) {
        bench.now += 24 * HOUR_MS
        await spool.logHandedOver(webhook("x".repeat(100)))
      }
      await spool.handedOver.purge()
      const names = await filesIn(join(folder, "done"))
      expect(names).toHaveLength(left)
      expect(names.toSorted().at(-1)).toContain("2026-12-07T10")
    })
  })
})
