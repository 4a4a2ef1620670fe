import type { MedusaContainer } from "@medusajs/framework/types"
import { waitFor } from "../../tools/harness/wait-for"
import { STABLECOIN_MODULE } from "../../src/modules/stablecoin"
import { enqueuePayment } from "../../src/workflows/enqueue"
import { fakeClock } from "../../tools/harness/fake-clock"

it("a payment is reconciled though all slots are taken by work that never ends", async () => {
  const warnings: string[] = []
  const read: string[] = []
  const find = async ({ id }: { id: string }) => {
    read.push(id)
    return id === "stpay_5" ? null : await new Promise(() => undefined)
  }
  const container = {
    resolve: (name: string) =>
      name === STABLECOIN_MODULE
        ? { payments: { find } }
        : { warn: (text: string) => warnings.push(text) },
  } as unknown as MedusaContainer
  const clock = fakeClock({ toFake: ["setTimeout"] })
  try {
    for (let slot = 1; slot <= 5; slot += 1) {
      enqueuePayment(container, `stpay_${slot}`)
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
