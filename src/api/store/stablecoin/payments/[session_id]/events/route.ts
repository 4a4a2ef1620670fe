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
  if (req.method === "HEAD") {
    if (!(await live.read(sessionId))) {
      throw noSuchPayment()
    }
    sendHead(res)
    res.end()
    return
  }
  const stream = new EventStream(res, sessionId, req.get("Last-Event-ID"))
  if (!openStreams.add(stream, req.ip)) {
    res.set("Retry-After", String(COME_BACK_AFTER_S)).status(503).json({
      type: "unavailable",
      message:
        "Too many storefronts wait here. Ask for the payment's state itself, and for its events later.",
    })
    return
  }
  const stop = await live.watch(sessionId, (payment) => stream.show(payment))
  if (!stop) {
    throw noSuchPayment()
  }
  stream.onceClosed(stop)
}
