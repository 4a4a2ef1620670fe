import { Aggregate } from "../aggregate"
import {
  claimDuePayments,
  finishReconcile,
  finishReconciles,
  releaseLeases,
} from "./leases"
import {
  readSchedules,
  rescheduleHeld,
  scheduleAfterMedusa,
  scheduleBy,
  scheduleReconcile,
} from "./schedule"

/** When payments are reconciled, and which process has claimed them. */
export class ScheduleRepository extends Aggregate {
  readonly read = this.bind(readSchedules)
  readonly scheduleReconcile = this.bind(scheduleReconcile)
  readonly scheduleAfterMedusa = this.bind(scheduleAfterMedusa)
  readonly scheduleBy = this.bind(scheduleBy)
  readonly rescheduleHeld = this.bind(rescheduleHeld)
  readonly claimDue = this.bind(claimDuePayments)
  readonly finish = this.bind(finishReconcile)
  readonly finishAll = this.bind(finishReconciles)
  readonly release = this.bind(releaseLeases)
}
