export { contentSecurityPolicy } from "./csp"
export {
  renderHostedCheckout,
  type HostedCheckoutPage,
  type PageMethod,
} from "./hosted"
export { renderOrderCheckout, type OrderCheckoutPage } from "./order"
export { renderProblem, type ProblemPage } from "./problem"
