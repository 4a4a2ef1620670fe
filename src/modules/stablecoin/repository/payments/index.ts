export { applyAtOnce } from "./apply-at-once"
export { countHashlessRead, countEnded } from "./counts"
export { firstStarted } from "./first-started"
export { countOpen } from "./count-open"
export { openPayment as open } from "./open-payment"
export { listToProve, proveAgain } from "./prove"
export {
  findPayment as find,
  findNamedPayments as findNamed,
  applyFact,
  nameDraftOrder,
  recordOrder,
} from "./payments"
export { eraseReturnUrls, purgePayments as purge } from "./purge-payments"
