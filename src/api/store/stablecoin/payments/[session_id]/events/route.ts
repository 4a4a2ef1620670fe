import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { STABLECOIN_MODULE } from "../../../../../../modules/stablecoin"
import { requestedSession, noSuchPayment } from "../../requested-session"
import { EventStream, sendHead } from "./event-stream"
import { openStreams } from "./open-streams"

const COME_BACK_AFTER_S = 30

/**
 * Streams a payment's state as server-sent events: now and on every change,
 * until its last state or for 15 minutes. Each event contains the whole state,
 * so none are stored for clients that reconnect.
 */
export const GET = async (
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> => {
  const { paymentStream } = req.scope.resolve(STABLECOIN_MODULE)
  const sessionId = requestedSession(req)
  const payment = await paymentStream.read(sessionId)
  if (!payment) {
    throw noSuchPayment()
  }
  if (req.method === "HEAD") {
    sendHead(res)
    res.end()
    return
  }
  const stream = new EventStream(res, sessionId, req.get("Last-Event-ID"))
  if (stream.closed) {
    return
  }
  const release = paymentStream.slots.take(sessionId, req.ip)
  if (!release) {
    res.set("Retry-After", String(COME_BACK_AFTER_S)).status(503).json({
      type: "unavailable",
      message:
        "Too many open streams. Read the payment's state instead, and retry the stream later.",
    })
    return
  }
  openStreams.add(stream)
  const stop = paymentStream.watch(payment, (now) => stream.show(now))
  stream.onceClosed(() => {
    stop()
    release()
  })
}
