import type { MedusaContainer } from "@medusajs/framework/types"
import { waitFor } from "../../tools/harness/wait-for"
import { STABLECOIN_MODULE } from "../../src/modules/stablecoin"
import { enqueueReturn } from "../../src/workflows/enqueue"
import { ledgerTest, pendingPayment } from "../setup/module/test-ledger"
import { fakeClock, type FakeClock } from "../../tools/harness/fake-clock"

ledgerTest((ledger) => {
  let clock: FakeClock
  afterEach(() => clock.uninstall())

  type Apply = typeof ledger.service.payments.apply

  const warnings: string[] = []
  const containerWith = (apply: Apply) =>
    ({
      resolve: (name: string) =>
        name === STABLECOIN_MODULE
          ? { payments: { apply } }
          : { warn: (text: string) => warnings.push(text) },
    }) as unknown as MedusaContainer
  const recorded = async (id: string) =>
    await waitFor("the return to be recorded", async () => {
      const payment = await ledger.service.payments.find({ id })
      return payment?.returned_result === "success"
    })

  it("a buyer's return is recorded when the database was away for minutes", async () => {
    const { id } = await pendingPayment(ledger)
    let isAway = true
    const container = containerWith(async (...fact) => {
      if (isAway) {
        throw new Error("The database is away.")
      }
      return await ledger.service.payments.apply(...fact)
    })

    clock = fakeClock({ toFake: ["setTimeout"] })
    enqueueReturn(container, id, "success")
    await clock.tickAsync(3 * 60_000)
    isAway = false
    await clock.tickAsync(10 * 60_000)
    clock.uninstall()

    await recorded(id)
  })

  it("a buyer's return is recorded though all slots are taken by work that never ends", async () => {
    const { id } = await pendingPayment(ledger)
    const container = containerWith(async (paymentId, ...fact) => {
      return paymentId === id
        ? await ledger.service.payments.apply(paymentId, ...fact)
        : await new Promise(() => undefined)
    })

    clock = fakeClock({ toFake: ["setTimeout"] })
    for (let slot = 1; slot <= 4; slot += 1) {
      enqueueReturn(container, `stpay_${slot}`, "success")
    }
    enqueueReturn(container, id, "success")
    await clock.tickAsync(120_000)
    clock.uninstall()

    await recorded(id)
    expect(warnings).toContainEqual(
      expect.stringContaining("the return of payment stpay_1 takes longer")
    )
  })
})
