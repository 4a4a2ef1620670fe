export { applyAtOnce } from "./apply-at-once"
export { openPayment as open } from "./open-payment"
export {
  countHashlessRead,
  countOpen,
  firstStarted,
  listToProve,
  proveAgain,
} from "./queries"
export {
  findPayment as find,
  findNamedPayments as findNamed,
  applyFact,
  nameDraftOrder,
  recordOrder,
} from "./payments"
export { eraseReturnUrls, purgePayments as purge } from "./purge-payments"
