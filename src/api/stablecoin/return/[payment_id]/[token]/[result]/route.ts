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
import { isVisit } from "./is-visit"
import { sendPage } from "./pages"
import { hideReturnToken, isReturnToken } from "./return-token"

const PAYMENT_ID = /^stpay_[0-9A-Z]+$/

/** Limits how long the buyer sees a blank page. */
const READ_TIMEOUT_MS = 3_000
/**
 * The storefront's page shows the return at once if it is recorded before the
 * redirect.
 */
const STORE_TIMEOUT_MS = 1_000

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
  let destination: Destination
  try {
    destination = await withTimeout(
      findDestination(req, token, result),
      READ_TIMEOUT_MS,
      () => timedOut(READ_TIMEOUT_MS)
    )
  } catch (error) {
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `Stablecoin payments: a buyer's return could not be read, and its page retries: ${messageOf(error)}`
      )
    sendPage(req, res, "unavailable")
    return
  }
  const { url, payment } = destination
  if (payment && isVisit(req)) {
    await noteReturn(req, payment.id, result)
  }
  if (url) {
    res.redirect(303, url)
  } else {
    sendPage(req, res, "unknown")
  }
}

type Destination = {
  /** Null where no storefront is configured. */
  url: string | null
  /** Null without the payment's token. */
  payment: Payment | null
}

async function findDestination(
  req: MedusaRequest,
  token: string | undefined,
  result: ReturnResult
): Promise<Destination> {
  const stablecoin = req.scope.resolve(STABLECOIN_MODULE)
  const id = String(req.params.payment_id)
  const payment =
    token && PAYMENT_ID.test(id) ? await stablecoin.payments.find({ id }) : null
  const expected = payment?.return_token
  const isProven = token && expected && isReturnToken(token, expected)
  const url = result === "success" ? payment?.success_url : payment?.cancel_url
  return {
    // Without the token, the response does not reveal whether the payment
    // exists.
    url: (isProven && url) || (await frontPage(stablecoin)),
    payment: isProven ? payment : null,
  }
}

async function frontPage(
  stablecoin: StablecoinModuleService
): Promise<string | null> {
  const { general } = await stablecoin.settings.effective()
  const storefront = general.ok ? general.value.storefrontUrls[0] : undefined
  return storefront ? new URL("/", storefront).href : null
}

/** Records a return, now or in the background. */
async function noteReturn(
  { scope }: MedusaRequest,
  paymentId: string,
  result: ReturnResult
): Promise<void> {
  const stablecoin = scope.resolve(STABLECOIN_MODULE)
  const fact = { kind: "returned", result } as const
  try {
    const applied = await withTimeout(
      stablecoin.payments.apply(paymentId, fact, "return"),
      STORE_TIMEOUT_MS,
      () => timedOut(STORE_TIMEOUT_MS)
    )
    // The same link may be opened repeatedly: only the first time changes the
    // payment.
    if (applied?.changed) {
      enqueuePayment(scope, paymentId)
    }
  } catch {
    enqueueReturn(scope, paymentId, result)
  }
}

function timedOut(ms: number): never {
  throw new Error(`No result within ${ms / 1000} s.`)
}
