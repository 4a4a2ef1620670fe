import { readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { mapConcurrent } from "../shared/map-concurrent"
import {
  newFileName,
  prepareFolder,
  removeUnfinished,
  timestampOf,
  UNFINISHED,
  unlessMissing,
  webhookFilesIn,
} from "./spool-folder"
import type { StoreClient } from "./store-client"
import { fromFile, toFile, type Webhook } from "./webhook"

const DAY_MS = 24 * 60 * 60_000
const REPLAYED_AT_ONCE = 8
/** A small file takes a whole block of the disk. */
const BLOCK_BYTES = 4_096

export type Replay = {
  sent: number
  stored: number
  /** Why others were not sent or not stored, each with its number. */
  problems: Map<string, number>
}

/**
 * The webhooks that the store has accepted, for a replay after its database was
 * restored: a file each, named by the time when it was accepted. They are not
 * synced: the store has them on disk.
 */
export class HandedOver {
  readonly #folder: string

  constructor(
    private readonly spool: string,
    private readonly limits: { keepDays: number; maxBytes: number }
  ) {
    this.#folder = join(spool, "done")
  }

  /** @throws the disk's error */
  async add(webhook: Webhook): Promise<void> {
    await prepareFolder(this.#folder)
    const path = join(this.#folder, newFileName())
    // A replay reads whole files only.
    await writeFile(`${path}${UNFINISHED}`, toFile(webhook), { mode: 0o600 })
    await rename(`${path}${UNFINISHED}`, path)
  }

  /**
   * Moves a file here that waited in the spool.
   *
   * @throws the disk's error
   */
  async move(name: string): Promise<void> {
    await prepareFolder(this.#folder)
    await unlessMissing(
      rename(join(this.spool, name), join(this.#folder, newFileName()))
    )
  }

  /** Removes files that are too old, and the oldest ones of too many bytes. */
  async purge(): Promise<void> {
    const oldest = timestampOf(Date.now() - this.limits.keepDays * DAY_MS)
    let bytes = 0
    for (const name of (await webhookFilesIn(this.#folder)).reverse()) {
      const path = join(this.#folder, name)
      const size = (await unlessMissing(stat(path)))?.size ?? 0
      bytes += Math.max(size, BLOCK_BYTES)
      if (name < oldest || bytes > this.limits.maxBytes) {
        await rm(path, { force: true })
      }
    }
    await removeUnfinished(this.#folder)
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
    const names = await webhookFilesIn(this.#folder)
    const replayed = names.filter((name) => name >= since)
    await mapConcurrent(replayed, REPLAYED_AT_ONCE, async (name) => {
      const path = join(this.#folder, name)
      const text = await unlessMissing(readFile(path, "utf8"))
      if (text === null) {
        // It was too old.
        return
      }
      const webhook = fromFile(text)
      const sent = webhook && (await client.send(webhook))
      result.sent += 1
      if (sent?.is === "stored") {
        result.stored += 1
      } else {
        const reason = sent?.reason ?? `${name} is not a webhook`
        result.problems.set(reason, (result.problems.get(reason) ?? 0) + 1)
      }
    })
    return result
  }
}
