import type { MedusaContainer } from "@medusajs/framework/types"
import { fakeClock } from "../../tools/harness/fake-clock"
import { waitFor } from "../../tools/harness/wait-for"
import { STABLECOIN_MODULE } from "../../src/modules/stablecoin"
import { enqueuePayment, enqueueReturn } from "../../src/workflows/enqueue"
import { ledgerTest, pendingPayment } from "../setup/module/test-ledger"

ledgerTest((ledger) => {
  const warnings: string[] = []
  const containerOf = (payments: object) =>
    ({
      resolve: (name: string) =>
        name === STABLECOIN_MODULE
          ? { payments }
          : { warn: (text: string) => warnings.push(text) },
    }) as unknown as MedusaContainer

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

    const clock = fakeClock({ toFake: ["setTimeout"] })
    enqueueReturn(containerOf({ apply }), id, "success")
    await clock.tickAsync(3 * 60_000)
    isAway = false
    await clock.tickAsync(10 * 60_000)
    clock.uninstall()

    await waitFor("the return to be recorded", async () => {
      const payment = await payments.find({ id })
      return payment?.returned_result === "success"
    })
  })

  it("a payment is reconciled though all slots are taken by work that never ends", async () => {
    const read: string[] = []
    const find = async ({ id }: { id: string }) => {
      read.push(id)
      return id === "stpay_5" ? null : await new Promise(() => undefined)
    }
    const clock = fakeClock({ toFake: ["setTimeout"] })
    try {
      for (let slot = 1; slot <= 5; slot += 1) {
        enqueuePayment(containerOf({ find }), `stpay_${slot}`)
      }
      await clock.tickAsync(119_000)
      expect(read).not.toContain("stpay_5")
      await clock.tickAsync(1_000)
    } finally {
      clock.uninstall()
    }

    await waitFor("the payment to be reconciled", () =>
      Promise.resolve(read.includes("stpay_5"))
    )
    expect(warnings).toContainEqual(
      expect.stringContaining("payment stpay_1 takes longer")
    )
  })
})
