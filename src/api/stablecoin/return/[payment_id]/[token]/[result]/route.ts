import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ReturnResult } from "../../../../../../ledger"
import { STABLECOIN_MODULE } from "../../../../../../modules/stablecoin"
import type StablecoinModuleService from "../../../../../../modules/stablecoin/service"
import { messageOf } from "../../../../../../shared/message-of"
import { withTimeout } from "../../../../../../shared/with-timeout"
import { enqueuePayment } from "../../../../../../workflows/enqueue"
import { sendPage } from "./pages"
import { hideReturnToken, isReturnToken, isVisit } from "./request"

const PAYMENT_ID = /^stpay_[0-9A-Z]+$/

/** Limits how long the buyer sees a blank page. */
const TIMEOUT_MS = 3_000

/**
 * Receives the buyer who returns from the gateway's page. Returning proves
 * nothing: it is recorded, and the payment is reconciled. The buyer is
 * redirected to the storefront URL that was validated at the start. The query is
 * ignored.
 *
 * The token proves that the request comes from the gateway's page. An order
 * number does not: the gateway shows it in portals, webhooks and mails.
 *
 * A buyer who has just paid must reach the storefront, whose page shows the
 * return at once. Without the database, a page retries.
 */
export const GET = async (
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> => {
  const { token } = req.params
  hideReturnToken(req)
  // Gateways append to URLs, also where a query does not begin.
  const result = req.params.result?.startsWith("success") ? "success" : "cancel"
  res.set("Cache-Control", "no-store").set("Referrer-Policy", "no-referrer")
  let url: string | null
  try {
    url = await withTimeout(receive(req, token, result), TIMEOUT_MS, timedOut)
  } catch (error) {
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `Stablecoin payments: a buyer's return could not be recorded, and its page retries: ${messageOf(error)}`
      )
    sendPage(req, res, "unavailable")
    return
  }
  if (url) {
    res.redirect(303, url)
  } else {
    sendPage(req, res, "unknown")
  }
}

/**
 * Records the return of a buyer with the payment's token. Without the token, the
 * response does not reveal whether the payment exists.
 *
 * @returns where the buyer goes; null where no storefront is configured
 */
async function receive(
  req: MedusaRequest,
  token: string | undefined,
  result: ReturnResult
): Promise<string | null> {
  const stablecoin = req.scope.resolve(STABLECOIN_MODULE)
  const id = String(req.params.payment_id)
  const payment =
    token && PAYMENT_ID.test(id) ? await stablecoin.payments.find({ id }) : null
  const expected = payment?.return_token
  if (!payment || !token || !expected || !isReturnToken(token, expected)) {
    return await frontPage(stablecoin)
  }
  if (isVisit(req)) {
    const fact = { kind: "returned", result } as const
    const applied = await stablecoin.payments.apply(id, fact, "return")
    // The same link may be opened repeatedly: only the first time changes the
    // payment.
    if (applied?.changed) {
      enqueuePayment(req.scope, id)
    }
  }
  const url = result === "success" ? payment.success_url : payment.cancel_url
  return url || (await frontPage(stablecoin))
}

async function frontPage(
  stablecoin: StablecoinModuleService
): Promise<string | null> {
  const { general } = await stablecoin.settings.effective()
  const storefront = general.ok ? general.value.storefrontUrls[0] : undefined
  return storefront ? new URL("/", storefront).href : null
}

function timedOut(): never {
  throw new Error(`No result within ${TIMEOUT_MS / 1000} s.`)
}
