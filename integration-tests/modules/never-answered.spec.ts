import type { ReturnResult } from "../../src/ledger"
import { NEVER_ANSWERED_OPEN } from "../../src/modules/stablecoin/repository/exceptions/never-answered"
import { PAYMENTS } from "../../src/modules/stablecoin/repository/lists/payments"
import { STABLECOIN_EVENTS } from "../../src/modules/stablecoin"
import {
  type Machine,
  machineTest,
  optionsFor,
  type Process,
  startPayments,
} from "../setup/module/processes"
import { pass } from "../setup/module/reconciliation-pass"
import { hostedReport } from "../setup/module/hosted-report"
import { schedules } from "../setup/store/schedule"
import { STORED_REASONS } from "../../src/exceptions/stored-reasons"

machineTest((machine: Machine) => {
  const payments = () => machine.db("stablecoin_payment")
  const exceptions = () => machine.db("stablecoin_exception").orderBy("id")
  const expire = () => payments().update({ expires_at: new Date() })
  let named = 0

  /** Hosted payments whose buyers returned, in a store with two processes. */
  const returned = async (
    count: number,
    {
      result = "success",
      reported = true,
    }: { result?: ReturnResult; reported?: boolean } = {}
  ) => {
    const sandbox = await machine.sandbox()
    const options = optionsFor(sandbox, sandbox.credentials)
    const store = machine.process(options)
    const secret = sandbox.credentials.hosted.clientSecret
    const report = async (id: string) =>
      await hostedReport(store, "transaction.created", id, secret)
    const start = async (more: number, isReported = reported) => {
      const names = Array.from({ length: more }, () => `never${(named += 1)}`)
      const started = await startPayments(store, "hosted", names)
      for (const { id } of started) {
        const fact = { kind: "returned", result } as const
        await store.service.payments.apply(id, fact, "return")
        if (isReported) {
          await report(id)
        }
      }
      await expire()
      return started
    }
    return {
      store,
      second: machine.process(options),
      start,
      started: await start(count),
    }
  }

  // The webhook of its creation may be lost, too.
  it.each([
    ["the gateway had reported it", true],
    ["no webhook has arrived at all", false],
  ])(
    "opens an exception when it expires, if its buyer returned and %s",
    async (_, reported) => {
      const { store, started } = await returned(1, { reported })
      await payments().update({ expires_at: new Date(Date.now() + 60_000) })
      await pass(store)
      expect(await exceptions()).toEqual([])

      await expire()
      await pass(store)
      await pass(store)

      expect(await exceptions()).toMatchObject([
        {
          kind: "never_answered",
          payment_id: started[0]!.id,
          status: "open",
          details: { order_no: started[0]!.id },
        },
      ])
    }
  )

  it("opens one half an hour after its buyer returned, long before it expires", async () => {
    const { store } = await returned(1)
    const after = async (minutes: number) => {
      const returned_at = new Date(Date.now() - minutes * 60_000)
      const expires_at = new Date(Date.now() + 3_600_000)
      await payments().update({ returned_at, expires_at })
      await pass(store)
    }
    await after(29)
    expect(await exceptions()).toEqual([])
    await after(31)
    expect(await exceptions()).toMatchObject([
      { kind: "never_answered", status: "open" },
    ])
  })

  it("opens one also where settling has abandoned it before", async () => {
    const { store, started } = await returned(1)
    const { id } = started[0]!
    await store.service.payments.apply(id, { kind: "abandoned" }, "settle")
    await schedules(machine.db).update({ next_reconcile_at: null })
    await pass(store)
    expect(await exceptions()).toHaveLength(1)
  })

  it("opens none when its buyer cancelled, and lists it", async () => {
    const { store, started } = await returned(1, { result: "cancel" })
    await pass(store)
    expect(await exceptions()).toEqual([])
    expect(await listed(store)).toEqual([started[0]!.id])
    expect(await listed(store, { returned_result: ["success"] })).toEqual([])
  })

  it("opens none for an on-chain payment, which can be read", async () => {
    const { store } = await returned(1)
    await payments().update({ rail: "onchain" })
    await pass(store)
    expect(await exceptions()).toEqual([])
    expect(await listed(store)).toEqual([])
  })

  it("a thousand fakes open a limited number of exceptions; those that the gateway knows come first, and no other is lost", async () => {
    const { store, second, start, started } = await returned(
      NEVER_ANSWERED_OPEN + 2,
      { reported: false }
    )
    const known = await start(1, true)
    await Promise.all([pass(store), pass(second)])
    await pass(store)

    const opened = await exceptions()
    expect(opened).toHaveLength(NEVER_ANSWERED_OPEN)
    expect(opened.map(({ payment_id }) => payment_id)).toContain(known[0]!.id)
    const returners = { returned_result: ["success"] }
    expect(await listed(store, returners)).toHaveLength(started.length + 1)

    for (const { id } of opened) {
      const close = { action: "close", note: "Seen.", by: "user_1" } as const
      await store.service.exceptions.resolve(
        { exception_id: id, held: "12.50", ...close },
        {}
      )
    }
    await pass(second)

    const all = await exceptions()
    expect(all.map(({ payment_id }) => payment_id).sort()).toEqual(
      [...started, ...known].map(({ id }) => id).sort()
    )
    const announced = [...store.announced, ...second.announced]
    expect(
      announced.filter((name) => name === STABLECOIN_EVENTS.exceptionOpened)
    ).toHaveLength(all.length)
  })

  it("lists a payment no longer once the merchant has closed its exception", async () => {
    const { store, started } = await returned(1)
    await pass(store)
    expect(await listed(store)).toEqual([started[0]!.id])
    const [{ id }] = (await exceptions()) as [{ id: string }]
    await store.service.exceptions.resolve(
      {
        exception_id: id,
        held: "12.50",
        action: "close",
        note: "Not in the portal.",
        by: "user_1",
      },
      {}
    )
    await pass(store)
    expect(await listed(store)).toEqual([])
    expect(await exceptions()).toHaveLength(1)
  })

  it.each([
    ["paid", { amount: "12.50", currency: "USDT" }],
    ["failed", {}],
  ] as const)(
    "an exception closes when its payment turns out to be %s",
    async (kind, details) => {
      const { store, started } = await returned(1)
      await pass(store)

      await store.service.payments.apply(
        started[0]!.id,
        { kind, ...details } as Parameters<
          typeof store.service.payments.apply
        >[1],
        "webhook"
      )
      await pass(store)

      expect(await exceptions()).toMatchObject([
        {
          status: "resolved",
          resolved_at: expect.any(Date),
          resolved_by: null,
          note: STORED_REASONS.answered,
        },
      ])
    }
  )

  /** Ids of the payments that the admin lists as never answered. */
  async function listed(
    { service }: Process,
    where: Record<string, string[]> = {}
  ): Promise<string[]> {
    const { ids } = await service.repository.lists.findPage(PAYMENTS, {
      where: { never_answered: ["true"], ...where },
      sort: { by: "created_at", direction: "desc" },
      limit: 100,
      offset: 0,
    })
    return ids
  }
})
