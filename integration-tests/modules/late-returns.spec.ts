import type { MedusaContainer } from "@medusajs/framework/types"
import { fakeClock } from "../../tools/harness/fake-clock"
import { waitFor } from "../../tools/harness/wait-for"
import { STABLECOIN_MODULE } from "../../src/modules/stablecoin"
import { enqueueReturn } from "../../src/workflows/enqueue"
import { ledgerTest, pendingPayment } from "../setup/module/test-ledger"

ledgerTest((ledger) => {
  it("a buyer's return is recorded when the database was away for minutes", async () => {
    const { id } = await pendingPayment(ledger)
    let isAway = true
    const { payments } = ledger.service
    const apply: typeof payments.apply = async (...fact) => {
      if (isAway) {
        throw new Error("The database is away.")
      }
      return await payments.apply(...fact)
    }
    const container = {
      resolve: (name: string) =>
        name === STABLECOIN_MODULE
          ? { payments: { apply } }
          : { warn: () => undefined },
    } as unknown as MedusaContainer

    const clock = fakeClock({ toFake: ["setTimeout"] })
    enqueueReturn(container, id, "success")
    await clock.tickAsync(3 * 60_000)
    isAway = false
    await clock.tickAsync(10 * 60_000)
    clock.uninstall()

    await waitFor("the return to be recorded", async () => {
      const payment = await payments.find({ id })
      return payment?.returned_result === "success"
    })
  })
})
