import {
  NEVER_ANSWERED_A_DAY,
  nameOf,
  type ReturnResult,
} from "../../src/ledger"
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

machineTest((machine: Machine) => {
  const payments = () => machine.db("stablecoin_payment")
  const exceptions = () => machine.db("stablecoin_exception").orderBy("id")
  const expire = () => payments().update({ expires_at: new Date() })
  /** Simulates that the gateway's webhooks for other payments arrive. */
  const receiveOtherWebhooks = async () =>
    await machine
      .db("stablecoin_webhook_state")
      .insert({ id: "stwhs_1", rail: "hosted", last_received_at: new Date() })
      .onConflict(machine.db.raw("(rail) WHERE deleted_at IS NULL"))
      .merge(["last_received_at"])
  let named = 0

  /** Hosted payments whose buyers returned, in a store with two processes. */
  const returned = async (
    count: number,
    {
      result = "success",
      reported = true,
      silent = false,
    }: { result?: ReturnResult; reported?: boolean; silent?: boolean } = {}
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
      if (!silent) {
        await receiveOtherWebhooks()
      }
      await expire()
      return started
    }
    return {
      store,
      second: machine.process(options),
      start,
      report,
      started: await start(count),
    }
  }
  const groupOf = async () =>
    await exceptions().where({ kind: "never_answered", reason: "group" })
  const kinds = async () =>
    (await exceptions().where({ status: "open" })).map(nameOf).sort()

  it("opens an exception when it expires, if its buyer returned and the gateway had reported it", async () => {
    const { store, started } = await returned(1)
    await payments().update({ expires_at: new Date(Date.now() + 60_000) })
    await pass(store)
    expect(await exceptions()).toEqual([])

    await expire()
    await pass(store)
    await pass(store)

    expect(await exceptions()).toMatchObject([
      {
        kind: "never_answered",
        reason: "payment",
        payment_id: started[0]!.id,
        status: "open",
      },
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

  it.each([
    ["its buyer cancelled", { result: "cancel" }],
    [
      "its buyer returned, and the gateway reported nothing",
      { reported: false },
    ],
  ] as const)("opens none when %s", async (_, how) => {
    const { store } = await returned(1, how)
    await pass(store)
    expect(await exceptions()).toEqual([])
    expect(await listed(store)).toHaveLength(1)
  })

  it("opens one when no webhook of the rail has arrived since its start: a report may be lost, too", async () => {
    const { store, started } = await returned(1, {
      reported: false,
      silent: true,
    })
    await pass(store)
    expect(await exceptions()).toMatchObject([
      {
        kind: "never_answered",
        reason: "payment",
        payment_id: started[0]!.id,
        status: "open",
      },
    ])
  })

  it("opens one when the gateway's report arrived after the return and the expiry", async () => {
    const { store, started, report } = await returned(1, { reported: false })
    await pass(store)
    await report(started[0]!.id)
    await pass(store)
    expect(await kinds()).toEqual(["never_answered.payment"])
  })

  it("many returns without a report become one exception with a count, also when the webhooks were lost", async () => {
    const { store, started } = await returned(NEVER_ANSWERED_A_DAY, {
      reported: false,
    })
    await pass(store)

    expect(await exceptions()).toMatchObject([
      {
        kind: "never_answered",
        reason: "group",
        payment_id: null,
        status: "open",
        details: { count: "5" },
      },
    ])
    const { id } = (await groupOf())[0]
    const members = await listed(store, { unanswered_group_id: [id] })
    expect(members.sort()).toEqual(started.map((each) => each.id).sort())
  })

  it("a thousand fakes are a handful of exceptions, announced again when their number has doubled", async () => {
    const { store, second, start } = await returned(NEVER_ANSWERED_A_DAY + 3)
    await Promise.all([pass(store), pass(second)])
    await pass(store)

    expect(await kinds()).toEqual([
      "never_answered.group",
      ...Array<string>(NEVER_ANSWERED_A_DAY).fill("never_answered.payment"),
    ])
    const [before] = await groupOf()
    expect(before).toMatchObject({ details: { count: "3" } })

    await start(120)
    await pass(second)
    await pass(store)

    const [after, ...others] = await groupOf()
    expect(others).toEqual([])
    expect(after).toMatchObject({
      id: before.id,
      details: { count: "123" },
      message: expect.stringContaining("123 hosted payments"),
    })
    // The feed treats a new `updated_at` as news.
    expect(after.updated_at.getTime()).toBeGreaterThan(
      before.updated_at.getTime()
    )
    await start(1)
    await pass(store)
    expect(await groupOf()).toMatchObject([
      { details: { count: "124" }, updated_at: after.updated_at },
    ])
    const announced = [...store.announced, ...second.announced]
    expect(
      announced.filter((name) => name === STABLECOIN_EVENTS.exceptionOpened)
    ).toHaveLength(NEVER_ANSWERED_A_DAY + 1)
  })

  it("closing a group does not close payments that joined it after the merchant had read it", async () => {
    const { store, start } = await returned(NEVER_ANSWERED_A_DAY, {
      reported: false,
    })
    await pass(store)
    const [group] = await groupOf()
    await start(2, false)
    await pass(store)
    const close = async (count: number) =>
      await store.service.exceptions.resolve(
        {
          exception_id: group.id,
          action: "close",
          note: "Seen.",
          by: "user_1",
          count,
        },
        {}
      )

    expect(await close(NEVER_ANSWERED_A_DAY)).toEqual({
      refused: "group_grew",
      count: NEVER_ANSWERED_A_DAY + 2,
    })
    expect(await kinds()).toEqual(["never_answered.group"])
    expect(await close(NEVER_ANSWERED_A_DAY + 2)).not.toHaveProperty("refused")
    expect(await kinds()).toEqual([])
  })

  it("payments after the merchant's resolution of a group form another group", async () => {
    const { store, start } = await returned(NEVER_ANSWERED_A_DAY, {
      reported: false,
    })
    await pass(store)
    const [group] = await groupOf()
    const resolved = await store.service.exceptions.resolve(
      { exception_id: group.id, action: "close", note: "Seen.", by: "user_1" },
      {}
    )
    expect(resolved).not.toHaveProperty("refused")
    await pass(store)
    expect(await kinds()).toEqual([])

    await start(NEVER_ANSWERED_A_DAY, false)
    await pass(store)

    expect(await kinds()).toEqual(["never_answered.group"])
    expect(await groupOf()).toHaveLength(2)
  })

  it("the next pass counts a group that a dead process had left uncounted", async () => {
    const { store } = await returned(NEVER_ANSWERED_A_DAY, { reported: false })
    await pass(store)
    await machine
      .db("stablecoin_exception")
      .update({ details: JSON.stringify({ count: "1" }) })
    await pass(store)
    expect(await groupOf()).toMatchObject([{ details: { count: "5" } }])
  })

  it("a group follows the gateway's later answers, and closes when nothing is left", async () => {
    const { store, started } = await returned(NEVER_ANSWERED_A_DAY, {
      reported: false,
    })
    await pass(store)
    const [first, ...others] = started
    await store.service.payments.apply(first!.id, { kind: "failed" }, "webhook")
    await pass(store)
    expect(await groupOf()).toMatchObject([{ details: { count: "4" } }])

    for (const { id } of others) {
      const fact = { kind: "paid", amount: "12.50", currency: "USDT" } as const
      await store.service.payments.apply(id, fact, "webhook")
    }
    await pass(store)
    expect(await groupOf()).toMatchObject([
      { status: "resolved", resolved_by: null, note: expect.any(String) },
    ])
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
          note: `The gateway answered after all: the payment is ${kind}.`,
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
