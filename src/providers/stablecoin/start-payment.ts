import { randomBytes } from "node:crypto"
import type { Logger } from "@medusajs/framework/types"
import { GatewayError } from "../../gateway"
import {
  amountDue,
  type AmountDue,
  checkoutFlowFor,
  isSameSum,
  type Payment,
  type Rail,
  type ReturnResult,
  type StartedFact,
} from "../../ledger"
import { newQuoteOf } from "../../pricing"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import {
  newPaymentId,
  pricingOf,
  webhookUrl,
} from "../../modules/stablecoin/service"
import type {
  MedusaSession,
  NewPayment,
  Resolved,
  Settings,
} from "../../modules/stablecoin/types"
import { choosePair, parseInput, type PayablePair } from "./buyer-choice"
import { refusalOf, startFailure } from "./errors"
import { returnUrls } from "./return-urls"
import {
  assertPayable,
  assertShown,
  type Sum,
  type Terms,
  termsOf,
} from "./terms"

/** Rail-specific parts of a payment provider. */
export type RailAdapter<TSettings extends { account: string }> = {
  rail: Rail
  settingsOf(settings: Settings): Resolved<TSettings>
  /** The pairs that can be paid. The first is the default. */
  pairs(terms: Terms<TSettings>): PayablePair[]
  /**
   * `test` or `live` as far as the credentials show it. Null where only the
   * gateway reports it.
   */
  mode(settings: TSettings): string | null
  /** Calls the gateway, once. */
  create(
    stablecoin: Pick<StablecoinModuleService, "gateway">,
    request: CreationRequest,
    settings: TSettings
  ): Promise<StartedFact>
}

/** Request fields of both rails. */
export type CreationRequest = {
  payment: Payment
  itemName: string
  successUrl: string
  cancelUrl: string
  webhookUrl: string
  metadata: Record<string, string>
}

export type StartInput = Omit<Sum, "pricing" | "region_id"> & {
  session: MedusaSession
  /**
   * Read once, so that a payment is stored with the settings that it is started
   * with.
   */
  effective: Settings
  /** Data that the storefront sent. It is not trusted. */
  data: unknown
  customerId?: string
  logger: Pick<Logger, "error">
}

/**
 * Starts a payment at the gateway: writes the row as `creating`, calls the
 * gateway, then sets the row to `pending`. If the process dies in between, a
 * webhook still finds the row.
 *
 * @throws MedusaError (400) for invalid input or configuration, and for a
 *   collection that is paid or cancelled; (500) when the gateway can't be used,
 *   with the reason in the log
 */
export async function startPayment<TSettings extends { account: string }>(
  stablecoin: StablecoinModuleService,
  adapter: RailAdapter<TSettings>,
  request: StartInput
): Promise<Payment> {
  const payable = assertPayable(request.session)
  // All that is due, or the rest after a partial payment.
  const due = amountDue(payable)
  // Keeps Medusa's own notation of the amount where all of it is due.
  const isWhole = isSameSum(due, request.cartAmount)
  const input = isWhole ? request : { ...request, cartAmount: due }
  const { effective, session } = input
  const { region_id } = session
  const pricing = pricingOf(effective, {
    ...session,
    currency: input.cartCurrency,
  })
  const terms = termsOf(
    adapter.rail,
    effective.general,
    adapter.settingsOf(effective),
    { ...input, region_id, pricing }
  )
  const { general, settings } = terms
  const payment = newPayment(adapter, terms, input, payable)
  const row = await stablecoin.payments.open(
    payment,
    effective,
    newQuoteOf(terms.price)
  )
  const { backendUrl, itemName } = general
  let started: StartedFact
  try {
    started = await adapter.create(
      stablecoin,
      {
        payment: row,
        itemName,
        successUrl: comeBackUrl(backendUrl, payment, "success"),
        cancelUrl: comeBackUrl(backendUrl, payment, "cancel"),
        webhookUrl: webhookUrl(backendUrl, adapter.rail),
        metadata: { payment_id: row.id, store: backendUrl },
      },
      settings
    )
  } catch (error) {
    // After an ambiguous failure the payment may exist at the gateway. The row
    // stays `creating` until a webhook or its age ends it. Nothing is sent
    // twice.
    if (error instanceof GatewayError && !error.ambiguous) {
      await stablecoin.payments.apply(row.id, refusalOf(error), "start")
    }
    throw startFailure(error, row, input.logger)
  }
  return await stablecoin.payments.recordCreated(row, started)
}

/**
 * Our own address, with the payment's id and the token that identifies its
 * buyer. Its path has everything, since gateways append to URLs.
 */
function comeBackUrl(
  backendUrl: string,
  { id, return_token }: Pick<NewPayment, "id" | "return_token">,
  result: ReturnResult
): string {
  return `${backendUrl}/stablecoin/return/${id}/${return_token}/${result}`
}

function newPayment<TSettings extends { account: string }>(
  adapter: RailAdapter<TSettings>,
  terms: Terms<TSettings>,
  { session, data, cartAmount, cartCurrency, customerId }: StartInput,
  due: AmountDue
) {
  const { general, settings, amount, price } = terms
  const quote = price.kind === "quoted" ? price.quote : null
  const input = parseInput(data)
  assertShown(input.shown_amount, amount)
  return {
    id: newPaymentId(),
    session_id: session.id,
    payment_collection_id: session.payment_collection_id,
    cart_id: session.cart_id,
    customer_id: customerId ?? session.customer_id,
    rail: adapter.rail,
    provider_id: session.provider_id,
    account: settings.account,
    mode: adapter.mode(settings),
    checkout_flow: checkoutFlowFor(due, general.checkoutFlow),
    capture: general.capture,
    amount,
    ...choosePair(adapter.pairs(terms), terms, input),
    cart_amount: cartAmount,
    cart_currency: cartCurrency,
    quote_id: quote && quote.id,
    // No start extends it.
    locked_until: quote && new Date(quote.locked_until),
    ...returnUrls(general, session, input),
    return_token: randomBytes(16).toString("base64url"),
    expires_at: new Date(Date.now() + general.pendingTtl * 1000),
  }
}
