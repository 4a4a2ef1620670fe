import { englishTitle } from "../exceptions/texts"
import { STABLECOIN_EVENTS, STABLECOIN_MODULE } from "../modules/stablecoin"
import { addToFeed } from "./notification-feed"
import { oneStepWorkflow } from "./one-step-workflow"

type NotifyOfExceptionsInput = {
  /** Absent: exceptions of the last day whose announcement was lost. */
  exception_ids?: string[]
}

const DAY_MS = 24 * 3600 * 1000
/** Younger exceptions are still being announced by their event. */
const ANNOUNCED_WITHIN_MS = 60_000
const AT_ONCE = 500

/**
 * Adds open exceptions to the admin's notification feed, each once however
 * often it runs. Not compensated: a user may have read them. If the feed can't be
 * written, this is only logged, since the admin lists the exceptions anyway.
 *
 * @returns how many were added
 */
export const notifyOfExceptionsWorkflow = oneStepWorkflow(
  "notify-of-stablecoin-exceptions",
  async (container, { exception_ids }: NotifyOfExceptionsInput) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const now = Date.now()
    const open = await stablecoin.listStablecoinExceptions(
      {
        status: "open",
        ...(exception_ids
          ? { id: exception_ids }
          : {
              opened_at: {
                $gte: new Date(now - DAY_MS),
                $lte: new Date(now - ANNOUNCED_WITHIN_MS),
              },
            }),
      },
      {
        select: ["id", "kind", "reason", "opened_at"],
        order: { created_at: "DESC" },
        take: AT_ONCE,
      }
    )
    const what = `${open.length} open exceptions`
    return await addToFeed(container, what, open.map(entryOf))
  }
)

type OpenException = {
  id: string
  /** One of EXCEPTION_KINDS, or a kind of a later version. */
  kind: string
  reason: string | null
  opened_at: Date
}

/**
 * Quotes no id, amount or customer, so that nothing in Medusa's table has to be
 * erased with a customer. A feed has no links, so the text names the page.
 */
function entryOf(exception: OpenException) {
  const { id, kind, opened_at } = exception
  const page = kind === "refund_due" ? "Refunds" : "Exceptions"
  return {
    title: englishTitle(exception) ?? "An exception needs you",
    description: `See Stablecoin payments > ${page}.`,
    trigger_type: STABLECOIN_EVENTS.exceptionOpened,
    resource_id: id,
    resource_type: "stablecoin_exception",
    // Its problem may return once it was settled.
    idempotency_key: `${id}:${new Date(opened_at).getTime()}`,
  }
}
