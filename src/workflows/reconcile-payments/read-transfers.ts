import { readPayment, type Pass, paymentOf, wasCalled } from "./pass"
import { settleAll } from "./settle-all"
import { NONE_RECOVERED, type Tally } from "./tally"

/**
 * Reads missing transfers once all batches are done, so that no capture waits
 * for a gateway. Settling has scheduled the next attempt, also for failed
 * reads.
 */
export async function readTransfers(pass: Pass): Promise<Tally> {
  const { calls, settling, unnamed } = pass
  const reads = await Promise.all(
    unnamed.map(async (payment) => ({
      payment,
      read: await calls.run(() => readPayment(pass, payment)),
    }))
  )
  const learned = reads.filter(({ read }) => read === "changed")
  await settleAll(pass, settling.ended, learned.map(paymentOf))
  return {
    reconciled: 0,
    read: reads.filter(wasCalled).length,
    ...NONE_RECOVERED,
  }
}
