import { readFile, unlink } from "node:fs/promises"
import { decodeRecords, type SpooledWebhook } from "./record"
import { keepDamaged, keepRejected } from "./set-aside"
import { codeOf, SpoolError, unlessMissing } from "./spool-error"

const STORED_AT_ONCE = 64

/** The codes of a disk that can't return what was written. */
const UNREADABLE = ["EIO", "EBADMSG", "EUCLEAN"]

/**
 * Stores webhooks, each once however often it is given. Returns the result of
 * each, in their order. A webhook that is rejected is never given again.
 *
 * @throws when the database is away
 */
export type StoreWebhooks = (
  webhooks: readonly SpooledWebhook[]
) => Promise<readonly PromiseSettledResult<unknown>[]>

/** The result of a drain: counts of webhooks, and of bytes that are none. */
export type Drained = {
  /** Webhooks that the database has. */
  webhooks: number
  /** Webhooks that the database rejected; they are in the folder `rejected`. */
  rejected: number
  /** Bytes that are not a webhook; their files are in the folder `damaged`. */
  damaged: number
  /** Bytes of files that no longer exist. */
  deleted: number
}

export const NOTHING_DRAINED: Drained = {
  webhooks: 0,
  rejected: 0,
  damaged: 0,
  deleted: 0,
}

/**
 * Moves a file's webhooks to the database, and removes the file after that.
 *
 * @throws the error of `store`, or the disk's: the file stays
 */
export async function drainFile(
  root: string,
  file: { path: string; bytes: number },
  store: StoreWebhooks
): Promise<Drained> {
  const content = await read(file.path)
  if (!Buffer.isBuffer(content)) {
    if (content === "damaged") {
      await unlessMissing(keepDamaged(root, file.path))
    }
    return { ...NOTHING_DRAINED, [content]: file.bytes }
  }
  const rejected: SpooledWebhook[] = []
  const drained = { ...NOTHING_DRAINED }
  for (const { webhooks, damaged } of batchesOf(content)) {
    const refused = await storeBatch(webhooks, store)
    rejected.push(...refused)
    drained.webhooks += webhooks.length - refused.length
    drained.rejected += refused.length
    drained.damaged += damaged
  }
  await keepRejected(root, file.path, rejected)
  if (drained.damaged > 0) {
    await unlessMissing(keepDamaged(root, file.path))
  } else {
    await unlessMissing(unlink(file.path))
  }
  return drained
}

/** Returns why when the bytes are lost, or only the disk has them. */
async function read(path: string): Promise<Buffer | "deleted" | "damaged"> {
  try {
    return (await unlessMissing(readFile(path))) ?? "deleted"
  } catch (error) {
    if (UNREADABLE.includes(codeOf(error) ?? "")) {
      return "damaged"
    }
    throw error
  }
}

function* batchesOf(
  content: Buffer
): Generator<{ webhooks: SpooledWebhook[]; damaged: number }> {
  let batch: { webhooks: SpooledWebhook[]; damaged: number } = {
    webhooks: [],
    damaged: 0,
  }
  for (const { webhook, damaged } of decodeRecords(content)) {
    if (webhook) {
      batch.webhooks.push(webhook)
    } else {
      batch.damaged += damaged
    }
    if (batch.webhooks.length === STORED_AT_ONCE) {
      yield batch
      batch = { webhooks: [], damaged: 0 }
    }
  }
  yield batch
}

/** Returns the webhooks that were rejected. */
async function storeBatch(
  webhooks: readonly SpooledWebhook[],
  store: StoreWebhooks
): Promise<SpooledWebhook[]> {
  if (webhooks.length === 0) {
    return []
  }
  const results = await store(webhooks)
  if (results.length !== webhooks.length) {
    throw new SpoolError(
      `${results.length} results were returned for ${webhooks.length} webhooks.`
    )
  }
  return webhooks.filter((_, index) => results[index]?.status === "rejected")
}
