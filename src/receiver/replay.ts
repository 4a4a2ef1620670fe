import { mapConcurrent } from "../shared/map-concurrent"
import { messageOf } from "../shared/message-of"
import type { StoreClient } from "./store-client"
import type { WebhookFolder } from "./webhook-folder"

const REPLAYED_AT_ONCE = 8

export type Replay = {
  sent: number
  stored: number
  /** Why others were not sent or not stored, each with its number. */
  problems: Map<string, number>
}

/**
 * Sends the webhooks again that the store has accepted since a time, after its
 * database was restored. It knows those that it still has, so that repeating
 * them changes nothing.
 *
 * @param since `2026-11-25` or `2026-11-25T13`, in UTC
 * @throws the disk's error
 */
export async function replay(
  done: WebhookFolder,
  client: Pick<StoreClient, "send">,
  since: string
): Promise<Replay> {
  const result: Replay = { sent: 0, stored: 0, problems: new Map() }
  const names = (await done.names()).filter((name) => name >= since)
  await mapConcurrent(names, REPLAYED_AT_ONCE, async (name) => {
    const sent = await done
      .read(name)
      .then(async (webhook) => webhook && (await client.send(webhook)))
      .catch((error) => ({ is: null, reason: `${name}: ${messageOf(error)}` }))
    if (!sent) {
      // It was too old, and was removed meanwhile.
      return
    }
    result.sent += 1
    if (sent.is === "stored") {
      result.stored += 1
    } else {
      const { reason } = sent
      result.problems.set(reason, (result.problems.get(reason) ?? 0) + 1)
    }
  })
  return result
}
