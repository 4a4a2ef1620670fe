export {
  claimDuePayments as claimDue,
  finishReconcile as finish,
  finishReconciles as finishAll,
  releaseLeases as release,
} from "./leases"
export {
  readSchedules as read,
  scheduleReconcile,
  scheduleAfterMedusa,
  scheduleBy,
  rescheduleHeld,
} from "./schedule"
