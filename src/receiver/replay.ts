import { mapConcurrent } from "../shared/map-concurrent"
import { messageOf } from "../shared/message-of"
import type { Send } from "./store-client"
import type { WebhookFolder } from "./webhook-folder"

const REPLAYED_AT_ONCE = 8

/**
 * Sends the webhooks again that the store has accepted since a time, after its
 * database was restored. It knows those that it still has, so that repeating
 * them changes nothing.
 *
 * @param since `2026-11-25` or `2026-11-25T13`, in UTC
 * @returns their number, and why some were not stored, each with its number
 * @throws the disk's error
 */
export async function replay(
  done: WebhookFolder,
  send: Send,
  since: string
): Promise<{ sent: number; problems: Map<string, number> }> {
  const problems = new Map<string, number>()
  const names = (await done.names()).filter((name) => name >= since)
  await mapConcurrent(names, REPLAYED_AT_ONCE, async (name) => {
    const reason = await done.read(name).then(
      async (webhook) =>
        webhook ? (await send(webhook)).problem?.reason : "they were removed",
      (error) => `${name}: ${messageOf(error)}`
    )
    if (reason) {
      problems.set(reason, (problems.get(reason) ?? 0) + 1)
    }
  })
  return { sent: names.length, problems }
}
