export {
  reconcileOrder,
  reconcileOrdered,
  reconcileUnbalanced,
} from "../medusa/placed-orders"
export {
  claimDuePayments as claimDue,
  finishReconcile as finish,
  finishReconciles as finishAll,
  releaseLeases as release,
} from "./leases"
export {
  scheduleReconcile,
  scheduleAfterMedusa,
  reconcileSoon,
} from "./schedule"
export { reconcileSiblings } from "./siblings"
