export { readAmountDue } from "./amount-due"
export { listImbalances } from "./imbalances"
export { readSessionToStart } from "./medusa-session"
export { readMedusaState as readState } from "./medusa-state"
export { appliedMigrations } from "./migrations"
export {
  findShownPayment,
  listShownPayments,
  readShownPayments,
} from "./shown-payments"
export { readKeptOtherwise, readOrderDue } from "./order-due"
