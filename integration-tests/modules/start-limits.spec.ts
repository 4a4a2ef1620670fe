import { MOST_OPEN } from "../../src/modules/stablecoin/payments/limits"
import {
  type NewPayment,
  newPaymentId,
} from "../../src/modules/stablecoin/repository/payments/payments"
import {
  type Machine,
  machineTest,
  optionsFor,
  type Process,
  startPayments,
} from "../setup/module/processes"

/** Columns whose values differ in each payment. */
const OWN = [
  "id",
  "session_id",
  "status",
  "gateway_id",
  "created_at",
  "updated_at",
  "deleted_at",
]

machineTest((machine: Machine) => {
  const processes = async () => {
    const sandbox = await machine.sandbox()
    const options = optionsFor(sandbox, sandbox.credentials, {
      maxStartsPerMinute: 20,
    })
    return [machine.process(options), machine.process(options)] as const
  }
  it("a collection's open payments are limited, and one that ended makes room for another", async () => {
    const [first, second] = await processes()
    const [sample] = await startPayments(first, "onchain", ["sample"])
    const open = await opener(first, second, sample!.id)
    const refuse = async () =>
      await first.service.limits.refuseStart(
        sample!.payment_collection_id,
        null
      )
    const opened = []
    for (let index = 1; index < MOST_OPEN; index++) {
      expect(await refuse()).toBeNull()
      opened.push(await open(index))
    }
    expect(await refuse()).toEqual({
      code: "too_many_open_payments",
      message: expect.stringContaining("Pay the one that is open"),
      retry_after: expect.any(Number),
    })

    const { id } = opened[2]!
    await first.service.payments.apply(id, { kind: "cancelled" }, "read")

    expect(await refuse()).toBeNull()
  })

  it("a check before a start reads no settings that were just read", async () => {
    const [{ service, db }] = await processes()
    const readAt = performance.now()
    await service.settings.effective()
    const statements: string[] = []
    db.on("query", ({ sql }: { sql: string }) => statements.push(sql))

    expect(
      await service.limits.refuseStart("pay_col_unknown", "203.0.113.7")
    ).toBeNull()

    // Settings are cached for a second at most, so a slow check re-reads them.
    const seconds = Math.floor((performance.now() - readAt) / 1000)
    const ofSettings = statements.filter((sql) =>
      sql.includes("stablecoin_setting")
    )
    expect(ofSettings.length).toBeLessThanOrEqual(seconds)
    expect(statements.length - ofSettings.length).toBe(1)
  })

  it("one client's starts are counted apart from others'", async () => {
    const [{ service }] = await processes()
    const refusals = async (address: string | null, count: number) => {
      const answers = await Promise.all(
        Array.from({ length: count }, () =>
          service.limits.refuseStart("pay_col_none", address)
        )
      )
      return answers.flatMap((answer) => answer ?? [])
    }

    expect(await refusals("8.8.4.4", 20)).toEqual([])
    const refused = await refusals("8.8.4.4", 5)

    expect(refused).toHaveLength(5)
    for (const { code, retry_after } of refused) {
      expect(code).toBe("too_many_starts")
      expect(retry_after).toBeGreaterThanOrEqual(1)
      expect(retry_after).toBeLessThanOrEqual(60)
    }
    expect(await refusals("8.8.8.8", 5)).toEqual([])
    // An IPv6 client has a whole network.
    const v6 = await refusals("2a00:1450:4001:830::1", 20)
    expect([...v6, ...(await refusals("2a00:1450:4001:830::ffff", 1))]).toEqual(
      [expect.objectContaining({ code: "too_many_starts" })]
    )
    // Starts from an unknown address are not counted.
    expect(await refusals(null, 50)).toEqual([])
  })

  /** Opens copies of a payment, alternating between the processes. */
  async function opener(first: Process, second: Process, sampleId: string) {
    const settings = await first.service.settings.effective()
    const row = await machine
      .db("stablecoin_payment")
      .where({ id: sampleId })
      .first()
    const like = Object.fromEntries(
      Object.entries(row).filter(([column]) => !OWN.includes(column))
    ) as Omit<NewPayment, "id" | "session_id">
    return async (index: number) =>
      await (index % 2 ? first : second).service.payments.open(
        { ...like, id: newPaymentId(), session_id: `payses_more${index}` },
        settings
      )
  }
})
