import { randomUUID } from "node:crypto"
import { appendFile, readdir, readFile, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { mapConcurrent } from "../shared/map-concurrent"
import { prepareFolder, unlessMissing } from "./spool-folder"
import type { StoreClient } from "./store-client"
import { fileKind, fromLine, logName, toLine, type Webhook } from "./webhook"

const DAY_MS = 24 * 60 * 60_000

/** `2026-11-25T13`. */
const HOUR = "yyyy-mm-ddThh".length

const REPLAYED_AT_ONCE = 8

export type Replay = {
  sent: number
  stored: number
  /** Why others were not sent or not stored, each with its number. */
  problems: Map<string, number>
}

/**
 * The webhooks that the store has accepted, for a replay after its database was
 * restored. Each process appends to a file of its own, a new one each hour.
 * They are not synced: the store has them on disk.
 */
export class HandedOver {
  readonly #owner = randomUUID()
  readonly #folder: string

  constructor(
    spool: string,
    private readonly limits: { keepDays: number; maxBytes: number },
    private readonly now: () => number = Date.now
  ) {
    this.#folder = join(spool, "done")
  }

  /** @throws the disk's error */
  async add(webhook: Webhook): Promise<void> {
    await prepareFolder(this.#folder)
    const name = logName(hourOf(this.now()), this.#owner)
    // The line before may have been cut off.
    const text = `\n${toLine(webhook)}\n`
    await appendFile(join(this.#folder, name), text, { mode: 0o600 })
  }

  /** Removes files that are too old, and the oldest ones of too many bytes. */
  async purge(): Promise<void> {
    const oldest = hourOf(this.now() - this.limits.keepDays * DAY_MS)
    let bytes = 0
    for (const name of (await this.#files()).reverse()) {
      const path = join(this.#folder, name)
      bytes += (await unlessMissing(stat(path)))?.size ?? 0
      if (name < oldest || bytes > this.limits.maxBytes) {
        await rm(path, { force: true })
      }
    }
  }

  /**
   * Sends the webhooks again that the store has accepted since a time. It knows
   * those that it still has, so that repeating them changes nothing.
   *
   * @param since `2026-11-25` or `2026-11-25T13`, in UTC
   * @throws the disk's error
   */
  async replay(
    client: Pick<StoreClient, "send">,
    since: string
  ): Promise<Replay> {
    const result: Replay = { sent: 0, stored: 0, problems: new Map() }
    const failed = (reason: string): void => {
      result.problems.set(reason, (result.problems.get(reason) ?? 0) + 1)
    }
    const sendAgain = async (line: string, name: string): Promise<void> => {
      const webhook = fromLine(line)
      if (!webhook) {
        return failed(`${name} has a line that is not a webhook`)
      }
      result.sent += 1
      const sent = await client.send(webhook)
      if (sent.is === "stored") {
        result.stored += 1
      } else {
        failed(sent.reason)
      }
    }
    for (const name of (await this.#files()).filter((each) => each >= since)) {
      if (!fileKind(name)?.isReadable) {
        failed(`${name} is of another version of the receiver`)
        continue
      }
      const text = await readFile(join(this.#folder, name), "utf8")
      const lines = text.split("\n").filter(Boolean)
      await mapConcurrent(lines, REPLAYED_AT_ONCE, (line) =>
        sendAgain(line, name)
      )
    }
    return result
  }

  async #files(): Promise<string[]> {
    const names = (await unlessMissing(readdir(this.#folder))) ?? []
    return names.filter((name) => fileKind(name)?.kind === "jsonl").sort()
  }
}

function hourOf(time: number): string {
  return new Date(time).toISOString().slice(0, HOUR)
}
