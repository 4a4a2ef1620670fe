import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { STABLECOIN_MODULE } from "../../../../../../modules/stablecoin"
import type StablecoinModuleService from "../../../../../../modules/stablecoin/service"
import { askedSession, noSuchPayment } from "../../asked-session"
import { EventStream, sendHead } from "./event-stream"
import { openStreams } from "./open-streams"

const COME_BACK_AFTER_S = 30

/**
 * The state of a payment as server-sent events: now, and whenever it changes,
 * until its last state or for 15 minutes. Each event holds the whole state, so
 * that none need be kept for those who come back.
 */
export const GET = async (
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> => {
  const { live } = req.scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  const sessionId = askedSession(req)
  const payment = await live.read(sessionId)
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
  const release = live.slots.take(sessionId, req.ip)
  if (!release) {
    res.set("Retry-After", String(COME_BACK_AFTER_S)).status(503).json({
      type: "unavailable",
      message:
        "Too many open streams. Read the payment's state instead, and retry the stream later.",
    })
    return
  }
  openStreams.add(stream)
  const stop = live.watch(payment, (now) => stream.show(now))
  stream.onceClosed(() => {
    stop()
    release()
  })
}
