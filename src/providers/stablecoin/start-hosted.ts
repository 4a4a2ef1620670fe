import { modeOfClient } from "../../gateway"
import type { Payment, StartedFact } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type { HostedSettings } from "../../modules/stablecoin/types"
import { hostedPairs } from "./pairs"
import {
  type CreationRequest,
  type StartInput,
  startPayment,
} from "./start-payment"

/** Starts a transaction of the Merchant Checkout API. */
export async function startHosted(
  stablecoin: StablecoinModuleService,
  input: StartInput
): Promise<Payment> {
  return await startPayment<HostedSettings>(
    stablecoin,
    {
      rail: "hosted",
      settings: input.effective.hosted,
      pairs: hostedPairs,
      mode: ({ clientId }) => modeOfClient(clientId),
      create: async (request, settings) =>
        await createTransaction(stablecoin, request, settings),
    },
    input
  )
}

async function createTransaction(
  stablecoin: StablecoinModuleService,
  { payment, ...request }: CreationRequest,
  settings: HostedSettings
): Promise<StartedFact> {
  const transaction = await stablecoin.gateway
    .hosted(settings)
    .createTransaction({
      amount: payment.amount,
      currency: payment.currency,
      orderNo: payment.id,
      ...request,
    })
  return {
    kind: "started",
    checkout_token: transaction.checkout_token,
    redirect_url: transaction.approvedUrl,
    app_url: transaction.appUrl ?? undefined,
    intent_url: transaction.intentUrl ?? undefined,
    mode: modeOfClient(settings.clientId),
  }
}
