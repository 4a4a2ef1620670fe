import { modeOfClient } from "../../gateway"
import type {
  HostedSettings,
  OnchainSettings,
} from "../../modules/stablecoin/types"
import { hostedPairs, onchainPairs } from "./buyer-choice"
import type { RailAdapter } from "./start-payment"

/** A transaction of the Merchant Checkout API. */
export const hosted: RailAdapter<HostedSettings> = {
  rail: "hosted",
  settingsOf: (settings) => settings.hosted,
  pairs: hostedPairs,
  mode: ({ clientId }) => modeOfClient(clientId),
  create: async ({ gateway }, { payment, ...request }, settings) => {
    const transaction = await gateway.hosted(settings).createTransaction({
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
  },
}

/** A payment order of the Business Order API, on a chosen network. */
export const onchain: RailAdapter<OnchainSettings> = {
  rail: "onchain",
  settingsOf: (settings) => settings.onchain,
  pairs: onchainPairs,
  mode: () => null,
  create: async ({ gateway }, { payment, itemName, ...request }, settings) => {
    const order = await gateway.onchain(settings).createOrder({
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
  },
}
