import { check } from "../check"

/** Minutes after which due payments show that no job reconciles them. */
const LATE_MINUTES = 10

/**
 * Whether a worker reconciles due payments. Without one, nothing is captured that
 * the webhook's own process did not settle, and no metric may tell.
 */
export const job = check("job", async ({ stablecoin }) => {
  const { payments_due: count, oldest_due_age } =
    await stablecoin.repository.overview.readBacklog()
  const minutes = Math.floor(oldest_due_age / 60)
  return minutes < LATE_MINUTES
    ? {
        status: "ok",
        code: "on_time",
        message: "Payments are reconciled on time.",
      }
    : {
        status: "error",
        code: "late",
        params: { count, minutes },
        message: `Payments that wait to be reconciled: ${count}, the first for ${minutes} minutes.`,
        remedy:
          "Check that a process runs in the mode worker or shared, and read its log.",
      }
})
