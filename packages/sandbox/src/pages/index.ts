export { contentSecurityPolicy } from "./csp"
export { renderHostedCheckout, type HostedCheckoutPage } from "./hosted"
export { renderOrderCheckout, type OrderCheckoutPage } from "./order"
export { renderProblem } from "./layout"
