import { Watch } from "../../src/modules/stablecoin/blockchain/watch"
import { ChainClients } from "../../src/modules/stablecoin/blockchain/chain-clients"
import { repositoryOf } from "../../src/modules/stablecoin/repository"
import { resolveSettings } from "../../src/modules/stablecoin/settings/settings"
import { ledgerTest, pendingPayment } from "../setup/module/test-ledger"
import { LedgerWebhookEvents } from "../setup/module/webhook-events"
import { readScheduled, schedules } from "../setup/store/schedule"
import { fakeClock } from "../../tools/harness/fake-clock"

const AHEAD_MS = 10 * 60_000

ledgerTest((ledger) => {
  const webhookEvents = new LedgerWebhookEvents(ledger)

  /** Runs as a process whose clock is off by so many milliseconds. */
  async function withClock<T>(
    offset: number,
    run: () => Promise<T>
  ): Promise<T> {
    const clock = fakeClock({ toFake: ["Date"], now: Date.now() + offset })
    try {
      return await run()
    } finally {
      clock.uninstall()
    }
  }
  const ahead = <T>(run: () => Promise<T>) => withClock(AHEAD_MS, run)

  const claimPayments = async (owner: string) =>
    (
      await ledger.service.schedules.claimDue({
        owner,
        limit: 10,
        leaseMs: 60_000,
      })
    ).map(({ id }) => id)

  describe("a process whose clock is ten minutes ahead", () => {
    it("takes no payment that another one reconciles", async () => {
      const payment = await pendingPayment(ledger)
      await ledger.service.schedules.scheduleReconcile(payment)
      expect(await claimPayments("first")).toEqual([payment.id])
      expect(await ahead(() => claimPayments("second"))).toEqual([])
    })

    it("takes no chain that another one reads", async () => {
      const resolved = resolveSettings(
        { blockchain: { rpcUrls: { POLYGON: "http://localhost:9/polygon" } } },
        ""
      )
      const settings = { recent: async () => resolved }
      const watch = new Watch({
        repository: repositoryOf(ledger.db),
        settings,
        clients: new ChainClients(settings),
      })
      expect(await watch.claim()).toHaveLength(1)
      expect(await ahead(() => watch.claim())).toEqual([])
    })

    it("takes no webhook that another one replays", async () => {
      const { id } = await webhookEvents.deliver()
      const replay = () => ledger.service.repository.webhookEvents.reopen(id)
      await webhookEvents.due(id)
      expect(await replay()).toEqual({ id })
      expect(await ahead(replay)).toEqual({ refused: "being_processed" })
    })

    it("stores webhooks that are due at once", async () => {
      const { id } = await ahead(() => webhookEvents.deliver())
      await ledger
        .db("stablecoin_webhook_event")
        .update({ attempts: 0 })
        .where({ id })
      expect(await webhookEvents.claim()).toEqual([id])
    })

    it("delays no webhook that it fails to process", async () => {
      const { id } = await webhookEvents.deliver()
      await webhookEvents.claimDue(id)
      const row = await webhookEvents.read(id)
      const { fail } = ledger.service.repository.webhookEvents
      await ahead(() => fail(row, "no"))
      const { next_attempt_at } = await webhookEvents.read(id)
      expect(Number(next_attempt_at)).toBeLessThan(Date.now() + 5_000)
    })

    it("looks up the transfer of a paid payment no later than others", async () => {
      const { id, amount, currency } = await pendingPayment(ledger)
      const { chain } = (await ledger.service.payments.find({ id }))!
      const paid = { amount, currency, chain: chain!, tx_hash: "0x1" }
      await ahead(async () => {
        const fact = { kind: "paid", ...paid } as const
        await ledger.service.payments.apply(id, fact, "webhook")
      })
      const due = await ledger.service.repository.payments.listToProve(
        "POLYGON",
        10
      )
      expect(due.map((payment) => payment.id)).toEqual([id])
    })

    it.each<[string, number]>([
      ["ahead", AHEAD_MS],
      ["behind", -AHEAD_MS],
    ])(
      "reconciles a payment no later than others, also %s",
      async (_, offset) => {
        const payment = await pendingPayment(ledger)
        await withClock(offset, async () => {
          await ledger.service.schedules.scheduleReconcile(payment)
        })
        const { next_reconcile_at } = await readScheduled(ledger.db, payment)
        expect(Math.abs(Number(next_reconcile_at) - Date.now())).toBeLessThan(
          5_000
        )
        const [seen] = await ledger.service.schedules.claimDue({
          owner: "me",
          limit: 1,
          leaseMs: 60_000,
        })
        await withClock(offset, async () => {
          const next = new Date(Date.now() + 60_000)
          await ledger.service.schedules.finish([{ seen: seen!, next }])
        })
        const [row] = await schedules(ledger.db)
        const pause = Number(row?.next_reconcile_at) - Date.now()
        expect(Math.abs(pause - 60_000)).toBeLessThan(5_000)
      }
    )
  })
})
