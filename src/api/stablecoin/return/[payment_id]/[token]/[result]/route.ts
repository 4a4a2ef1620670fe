import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Payment, ReturnResult } from "../../../../../../ledger"
import { STABLECOIN_MODULE } from "../../../../../../modules/stablecoin"
import type StablecoinModuleService from "../../../../../../modules/stablecoin/service"
import { messageOf } from "../../../../../../shared/message-of"
import { withTimeout } from "../../../../../../shared/with-timeout"
import {
  enqueuePayment,
  enqueueReturn,
} from "../../../../../../workflows/enqueue"
import { sendPage } from "./pages"
import { hideReturnToken, isReturnToken, isVisit } from "./request"

const PAYMENT_ID = /^stpay_[0-9A-Z]+$/

/** Limits how long the buyer sees a blank page. */
const READ_TIMEOUT_MS = 3_000
/**
 * The storefront's page shows the return at once if it is recorded before the
 * redirect.
 */
const WRITE_TIMEOUT_MS = 1_000

/**
 * Receives the buyer who returns from the gateway's page. Returning proves
 * nothing: it is recorded, and the payment is reconciled. The buyer is
 * redirected to the storefront URL that was validated at the start. The query is
 * ignored.
 *
 * The token proves that the request comes from the gateway's page. An order
 * number does not: the gateway shows it in portals, webhooks and mails.
 *
 * A buyer who has just paid must reach the storefront. Recording the return may
 * fail without delaying the redirect, and without the database a page retries.
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
  let returned: Returned
  try {
    const reading = read(req, token, result)
    returned = await withTimeout(reading, READ_TIMEOUT_MS, timedOut)
  } catch (error) {
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `Stablecoin payments: a buyer's return could not be read, and its page retries: ${messageOf(error)}`
      )
    sendPage(req, res, "unavailable")
    return
  }
  const { url, payment } = returned
  if (payment && isVisit(req)) {
    await record(req, payment.id, result)
  }
  if (url) {
    res.redirect(303, url)
  } else {
    sendPage(req, res, "unknown")
  }
}

type Returned = {
  /** Null where no storefront is configured. */
  url: string | null
  /** Null without the payment's token. */
  payment: Payment | null
}

/** Without the token, does not reveal whether the payment exists. */
async function read(
  req: MedusaRequest,
  token: string | undefined,
  result: ReturnResult
): Promise<Returned> {
  const stablecoin = req.scope.resolve(STABLECOIN_MODULE)
  const id = String(req.params.payment_id)
  const payment =
    token && PAYMENT_ID.test(id) ? await stablecoin.payments.find({ id }) : null
  const expected = payment?.return_token
  if (!payment || !token || !expected || !isReturnToken(token, expected)) {
    return { url: await frontPage(stablecoin), payment: null }
  }
  const url = result === "success" ? payment.success_url : payment.cancel_url
  return { url: url || (await frontPage(stablecoin)), payment }
}

/** Records a return, now or in the background. */
async function record(
  { scope }: MedusaRequest,
  id: string,
  result: ReturnResult
): Promise<void> {
  const { payments } = scope.resolve(STABLECOIN_MODULE)
  const fact = { kind: "returned", result } as const
  try {
    const applying = payments.apply(id, fact, "return")
    const applied = await withTimeout(applying, WRITE_TIMEOUT_MS, timedOut)
    // The same link may be opened repeatedly: only the first time changes the
    // payment.
    if (applied?.changed) {
      enqueuePayment(scope, id)
    }
  } catch {
    enqueueReturn(scope, id, result)
  }
}

async function frontPage(
  stablecoin: StablecoinModuleService
): Promise<string | null> {
  const { general } = await stablecoin.settings.effective()
  const storefront = general.ok ? general.value.storefrontUrls[0] : undefined
  return storefront ? new URL("/", storefront).href : null
}

function timedOut(): never {
  throw new Error("The database did not answer in time.")
}
