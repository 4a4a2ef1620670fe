export { applyAtOnce } from "./apply-at-once"
export { countHashlessRead, countEnded } from "./counts"
export { firstStarted } from "./first-started"
export { listWaiting } from "./list-waiting"
export { openPayment as open } from "./open-payment"
export { listToProve, proveAgain } from "./prove"
export {
  findPayment as find,
  findNamedPayments as findNamed,
  applyFact,
  recordOrder,
} from "./payments"
export { eraseReturnUrls, purgePayments as purge } from "./purge-payments"
