import { migrate } from "../setup/module/test-database"
import { ledgerTest, pendingPayment } from "../setup/module/test-ledger"
import { TABLE } from "../../src/modules/stablecoin/repository/tables"

ledgerTest((ledger) => {
  it("a rollback of the module keeps its tables while they have payments", async () => {
    const { id } = await pendingPayment(ledger)

    await expect(migrate(ledger.clientUrl, "down")).rejects.toThrow(
      "The tables of the stablecoin module have payments"
    )

    expect(await ledger.db(TABLE.payment).pluck("id")).toEqual([id])
  })

  it("a rollback of an empty module drops its tables, and a migration creates them again", async () => {
    const exists = async () =>
      await Promise.all(
        Object.values(TABLE).map((name) => ledger.db.schema.hasTable(name))
      )

    await migrate(ledger.clientUrl, "down")
    expect(await exists()).not.toContain(true)

    await migrate(ledger.clientUrl)
    expect(await exists()).not.toContain(false)
  })
})
