export {
  claimDuePayments as claimDue,
  finishReconciles as finish,
} from "./leases"
export { reconcileOrder, reconcileSiblings } from "./orders"
export {
  scheduleReconcile,
  scheduleAfterMedusa,
  reconcileSoon,
} from "./schedule"
