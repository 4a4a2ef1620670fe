import type { Payment, StartedFact } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type { OnchainSettings } from "../../modules/stablecoin/types"
import { onchainPairs } from "./pairs"
import {
  type CreationRequest,
  type StartInput,
  startPayment,
} from "./start-payment"

/** Starts a payment order of the Business Order API, on a chosen network. */
export async function startOnchain(
  stablecoin: StablecoinModuleService,
  input: StartInput
): Promise<Payment> {
  return await startPayment<OnchainSettings>(
    stablecoin,
    {
      rail: "onchain",
      settings: input.effective.onchain,
      pairs: onchainPairs,
      mode: () => null,
      create: async (request, settings) =>
        await createOrder(stablecoin, request, settings),
    },
    input
  )
}

async function createOrder(
  stablecoin: StablecoinModuleService,
  { payment, itemName, ...request }: CreationRequest,
  settings: OnchainSettings
): Promise<StartedFact> {
  const order = await stablecoin.gateway.onchain(settings).createOrder({
    amount: payment.amount,
    currency: payment.currency,
    chain: payment.chain ?? settings.defaultChain,
    orderNo: payment.id,
    description: itemName,
    ...request,
  })
  return {
    kind: "started",
    gateway_id: order.order_id,
    checkout_token: order.checkout_token,
    redirect_url: order.checkout_url,
    mode: order.mode,
    destination_address: order.destination_address,
  }
}
