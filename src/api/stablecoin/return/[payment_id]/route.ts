import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type StablecoinModuleService from "../../../../modules/stablecoin/service"
import { wakeForPayment } from "../../../../workflows/wake"
import { isReturnToken, takeReturnToken } from "./return-token"

const PAYMENT_ID = /^stpay_[0-9A-Z]+$/

const NO_STOREFRONT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Payment not found</title>
<p>This link belongs to no payment. Go back to the shop to see your order.</p>
</html>
`

/**
 * The buyer is back from the gateway's page. Being back proves nothing: it is
 * noted, the payment is reconciled, and the buyer goes to the storefront URL
 * that was validated at the start, never to one from the query.
 *
 * The token proves that the request comes from the gateway's page. An order
 * number does not: the gateway shows it in portals, webhooks and mails.
 */
export const GET = async (
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> => {
  const token = takeReturnToken(req)
  const stablecoin =
    req.scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  const id = String(req.params.payment_id)
  const result = req.query.result === "success" ? "success" : "cancel"
  res.set("Cache-Control", "no-store").set("Referrer-Policy", "no-referrer")
  const payment =
    token !== null && PAYMENT_ID.test(id)
      ? await stablecoin.findPayment({ id })
      : null
  const expected = payment?.return_token
  if (!token || !expected || !isReturnToken(token, expected)) {
    await sendToStorefront(stablecoin, res)
    return
  }
  const fact = { kind: "returned", result } as const
  const applied = await stablecoin.applyFact(id, fact, "return")
  const url = result === "success" ? payment.success_url : payment.cancel_url
  if (url === null) {
    await sendToStorefront(stablecoin, res)
  } else {
    res.redirect(303, url)
  }
  // The same link may be opened again and again: only the first time is news.
  if (applied?.changed) {
    wakeForPayment(req.scope, payment.id)
  }
}

/** Tells nothing of whether there is such a payment. */
async function sendToStorefront(
  stablecoin: StablecoinModuleService,
  res: MedusaResponse
): Promise<void> {
  const { general } = await stablecoin.settings()
  const storefront = general.ok ? general.value.storefrontUrls[0] : undefined
  if (storefront) {
    res.redirect(303, new URL("/", storefront).href)
  } else {
    res.status(404).type("html").send(NO_STOREFRONT)
  }
}
