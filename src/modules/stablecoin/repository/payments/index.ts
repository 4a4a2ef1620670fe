export { applyAtOnce } from "./apply-at-once"
export { openPayment as open } from "./open-payment"
export { applyFact } from "./payments"
export {
  countOpen,
  findNamedPayments as findNamed,
  findPayment as find,
  firstStarted,
  listToProve,
  proveAgain,
} from "./queries"
export { eraseReturnUrls, purgePayments as purge } from "./purge-payments"
