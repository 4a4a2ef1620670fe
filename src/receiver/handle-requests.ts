import type { RequestListener, ServerResponse } from "node:http"
import {
  recordWebhook,
  type WebhookMetrics,
} from "../modules/stablecoin/telemetry/record-webhook"
import { ErrorLog } from "../modules/stablecoin/webhooks/http/error-log"
import { railOfPath } from "../modules/stablecoin/webhooks/http/rail-of-path"
import { receiveWebhook } from "../modules/stablecoin/webhooks/http/receive-webhook"
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

/** Answers webhooks, `GET /health` and `GET /metrics`. */
export function handleRequests(parts: RequestParts): RequestListener {
  const { storage, watch, metrics, logger } = parts
  const errors = new ErrorLog()
  return (req, res) => {
    const [path = "/"] = (req.url ?? "/").split("?")
    const rail = req.method === "POST" ? railOfPath(path) : null
    if (rail) {
      void receiveWebhook(rail, req, res, {
        accept: (webhook) => storage.accept(webhook),
        record: (rail, outcome, seconds) =>
          recordWebhook(metrics, rail, outcome, seconds),
        note: (note) => {
          if (!storage.isAway) {
            watch.note(note)
          }
        },
        logError: (message) => errors.log(logger, message),
      })
      return
    }
    if (req.method === "GET" && path === "/metrics") {
      void answerMetrics(res, parts)
      return
    }
    const answer =
      req.method === "GET" && path === "/health"
        ? { status: storage.status }
        : { type: "not_found", message: `There is no ${req.method} ${path}.` }
    const isFound = "status" in answer
    const isHealthy = isFound && answer.status !== "full"
    res
      .writeHead(isHealthy ? 200 : isFound ? 503 : 404, {
        "content-type": "application/json; charset=utf-8",
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
