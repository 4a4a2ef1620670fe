import type { MedusaContainer } from "@medusajs/framework/types"
import { waitFor } from "../../harness/wait-for"
import { STABLECOIN_MODULE } from "../../src/modules/stablecoin"
import { enqueueReturn } from "../../src/workflows/enqueue"
import { ledgerTest, pendingPayment } from "../setup/module/test-ledger"

ledgerTest((ledger) => {
  afterEach(() => void vi.useRealTimers())

  it("a buyer's return is recorded when the database was away for minutes", async () => {
    const { id } = await pendingPayment(ledger)
    let isAway = true
    const apply: typeof ledger.service.payments.apply = async (...fact) => {
      if (isAway) {
        throw new Error("The database is away.")
      }
      return await ledger.service.payments.apply(...fact)
    }
    const container = {
      resolve: (name: string) =>
        name === STABLECOIN_MODULE
          ? { payments: { apply } }
          : { warn: () => undefined },
    } as unknown as MedusaContainer

    vi.useFakeTimers({ toFake: ["setTimeout"] })
    enqueueReturn(container, id, "success")
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    isAway = false
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    vi.useRealTimers()

    await waitFor("the return to be recorded", async () => {
      const payment = await ledger.service.payments.find({ id })
      return payment?.returned_result === "success"
    })
  })
})
