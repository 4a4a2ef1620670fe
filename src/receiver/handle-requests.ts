import type { RequestListener, ServerResponse } from "node:http"
import {
  recordWebhook,
  type WebhookMetrics,
} from "../modules/stablecoin/telemetry/record-webhook"
import { ErrorLog } from "../modules/stablecoin/webhooks/http/error-log"
import { railOfPath } from "../modules/stablecoin/webhooks/http/rail-of-path"
import { receiveWebhook } from "../modules/stablecoin/webhooks/http/receive-webhook"
import { RECEIVER_HEALTH_PATH } from "../modules/stablecoin/webhooks/http/receiver-health"
import type { WebhookWatch } from "../modules/stablecoin/webhooks/webhook-watch"
import { messageOf } from "../shared/message-of"
import type { Logger } from "./logger"
import { OPEN_METRICS_TYPE } from "./metrics/open-metrics"
import type { WebhookStorage } from "./webhook-storage"

export type RequestParts = {
  storage: WebhookStorage
  watch: Pick<WebhookWatch, "note">
  metrics: WebhookMetrics
  /** Writes the metrics of the whole receiver in the OpenMetrics format. */
  openMetrics(): Promise<string>
  logger: Logger
}

/** Addresses of the receiver's health, with what they add to its status. */
const HEALTH = new Map([
  ["/health", {}],
  [RECEIVER_HEALTH_PATH, { receiver: true }],
])

/** Answers webhooks, and requests for its health and metrics. */
export function handleRequests(parts: RequestParts): RequestListener {
  const { storage, watch, metrics, logger } = parts
  const errors = new ErrorLog()
  return (req, res) => {
    const [path = "/"] = (req.url ?? "/").split("?")
    const rail = req.method === "POST" ? railOfPath(path) : null
    if (rail) {
      receiveWebhook(rail, req, res, {
        accept: (webhook) => storage.accept(webhook),
        record: (rail, outcome, seconds) =>
          recordWebhook(metrics, rail, outcome, seconds),
        note: (note) => {
          if (!storage.isAway) {
            watch.note(note)
          }
        },
        logError: (message) => errors.log(logger, message),
      }).catch((error: unknown) => {
        // Unhandled, it would end this process with all webhooks in hand.
        errors.log(logger, `a webhook was not answered: ${messageOf(error)}`)
        res.destroy()
      })
      return
    }
    if (req.method === "GET" && path === "/metrics") {
      void answerMetrics(res, parts)
      return
    }
    const health = req.method === "GET" ? HEALTH.get(path) : undefined
    const answer = health
      ? { status: storage.status, ...health }
      : { type: "not_found", message: `There is no ${req.method} ${path}.` }
    const isFound = "status" in answer
    const isHealthy = isFound && answer.status !== "full"
    res
      .writeHead(isHealthy ? 200 : isFound ? 503 : 404, {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
      })
      .end(JSON.stringify(answer))
  }
}

async function answerMetrics(
  res: ServerResponse,
  { openMetrics, logger }: Pick<RequestParts, "openMetrics" | "logger">
): Promise<void> {
  try {
    const text = await openMetrics()
    res.writeHead(200, { "content-type": OPEN_METRICS_TYPE }).end(text)
  } catch (error) {
    logger.error(`The metrics could not be written: ${messageOf(error)}`)
    res.writeHead(500).end()
  }
}
