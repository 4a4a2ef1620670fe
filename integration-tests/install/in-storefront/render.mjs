/**
 * Renders the installed component as a storefront's server does, and prints it.
 */
import {
  es,
  StablecoinPayment,
} from "medusa-payment-stablecoin-storefront/react"
import { createElement } from "react"
import { renderToString } from "react-dom/server"

globalThis.process.stdout.write(
  renderToString(
    createElement(StablecoinPayment, {
      store: { baseUrl: "http://localhost:9", publishableKey: "pk" },
      cartId: "cart_1",
      labels: es,
    })
  )
)
