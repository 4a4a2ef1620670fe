export {
  claimDuePayments as claimDue,
  finishReconciles as finish,
  releaseLeases as release,
} from "./leases"
export { reconcileOrder } from "./orders"
export {
  scheduleReconcile,
  scheduleAfterMedusa,
  reconcileSoon,
} from "./schedule"
export { reconcileSiblings } from "./siblings"
