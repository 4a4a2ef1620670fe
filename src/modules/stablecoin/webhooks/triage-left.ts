import type { Repository } from "../repository"
import type { WebhookEventRow } from "../repository/tables"
import { PARSE_WEBHOOK } from "./accept-webhook"
import type { ArrivedWebhookEvent } from "./triage"

/**
 * Triages webhooks that were left to the job, in any number.
 *
 * @returns the ids of those that still have to be processed
 */
export async function triageLeft(
  webhookEvents: Pick<Repository["webhookEvents"], "findAll">,
  ids: readonly string[],
  triageAll: (
    arrived: readonly ArrivedWebhookEvent[]
  ) => Promise<PromiseSettledResult<boolean>[]>
): Promise<string[]> {
  const left = await webhookEvents.findAll(ids)
  const arrived = left.flatMap((webhookEvent) => readAgain(webhookEvent) ?? [])
  const sorted = await triageAll(arrived)
  const done = arrived.flatMap(({ id }, index) =>
    isDone(sorted[index]) ? id : []
  )
  return ids.filter((id) => !done.includes(id))
}

/**
 * Null for bodies that were erased or can't be parsed: processing reports the
 * error.
 */
function readAgain({
  id,
  rail,
  body,
  signed_for,
}: WebhookEventRow): ArrivedWebhookEvent | null {
  if (body === null) {
    return null
  }
  try {
    const report = PARSE_WEBHOOK[rail](Buffer.from(body, "utf8"))
    return { id, report, signed_for }
  } catch {
    return null
  }
}

function isDone(
  sorted: PromiseSettledResult<boolean> | undefined
): sorted is PromiseFulfilledResult<false> {
  return sorted?.status === "fulfilled" && !sorted.value
}
