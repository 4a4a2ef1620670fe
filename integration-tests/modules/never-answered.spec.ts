import { STORED_REASONS } from "../../src/exceptions/stored-reasons"
import type { Fact } from "../../src/ledger"
import { STABLECOIN_EVENTS } from "../../src/modules/stablecoin"
import { NEVER_ANSWERED_OPEN } from "../../src/modules/stablecoin/repository/exceptions/never-answered"
import { PAYMENTS } from "../../src/modules/stablecoin/repository/lists/payments"
import { storeSigned } from "../setup/module/accept-webhook"
import {
  type Machine,
  machineTest,
  optionsFor,
  type Process,
  startPayments,
} from "../setup/module/processes"
import { pass } from "../setup/module/reconciliation-pass"
import { schedules } from "../setup/store/schedule"

const RETURNERS = { returned_result: ["success"] }

machineTest((machine: Machine) => {
  const payments = () => machine.db("stablecoin_payment")
  const exceptions = () => machine.db("stablecoin_exception").orderBy("id")

  /** A store with two processes, and hosted payments. */
  const open = async () => {
    const sandbox = await machine.sandbox()
    const options = optionsFor(sandbox, sandbox.credentials)
    const store = machine.process(options)
    const secret = sandbox.credentials.hosted.clientSecret
    return {
      store,
      second: machine.process(options),
      start: async (name: string, count: number) =>
        await startPayments(
          store,
          "hosted",
          Array.from({ length: count }, (_, index) => `${name}${index}`)
        ),
      apply: async (id: string, fact: Fact) =>
        await store.service.payments.apply(id, fact, "return"),
      /** The gateway sends a webhook that changes nothing. */
      report: async (order_no: string) => {
        const event = "transaction.created"
        const body = JSON.stringify({ event, payload: { order_no } })
        await storeSigned(store, "hosted", Buffer.from(body), secret)
        await store.service.webhookEvents.processDue()
      },
    }
  }
  const close = async ({ service }: Process) => {
    for (const { id } of await exceptions().where({ status: "open" })) {
      const decision = { action: "close", note: "Seen.", by: "user_1" } as const
      await service.exceptions.resolve(
        { exception_id: id, held: "12.50", ...decision },
        {}
      )
    }
  }
  const returnedBefore = async (minutes: number) => {
    const returned_at = new Date(Date.now() - minutes * 60_000)
    const expires_at = new Date(Date.now() + 3_600_000)
    await payments().update({ returned_at, expires_at })
  }
  /** Ids of the payments that the admin lists as never answered. */
  const listed = async (
    { service }: Process,
    where: Record<string, string[]> = {}
  ): Promise<string[]> => {
    const { ids } = await service.repository.lists.findPage(PAYMENTS, {
      where: { never_answered: ["true"], ...where },
      sort: { by: "created_at", direction: "desc" },
      limit: 100,
      offset: 0,
    })
    return ids
  }

  type Of = Awaited<ReturnType<typeof open>> & { id: string }
  const money = { amount: "12.50", currency: "USDT" }
  const STEPS = {
    return: (of: Of) =>
      of.apply(of.id, { kind: "returned", result: "success" }),
    "return cancelling": (of: Of) =>
      of.apply(of.id, { kind: "returned", result: "cancel" }),
    report: (of: Of) => of.report(of.id),
    "29 minutes pass": () => returnedBefore(29),
    "31 minutes pass": () => returnedBefore(31),
    expire: () => payments().update({ expires_at: new Date() }),
    abandon: async (of: Of) => {
      await of.apply(of.id, { kind: "abandoned" })
      await schedules(machine.db).update({ next_reconcile_at: null })
    },
    /** Such payments can be read. */
    "be on-chain": () => payments().update({ rail: "onchain" }),
    close: (of: Of) => close(of.store),
    pay: (of: Of) => of.apply(of.id, { kind: "paid", ...money }),
    fail: (of: Of) => of.apply(of.id, { kind: "failed" }),
    pass: (of: Of) => pass(of.store),
  }
  type Step = keyof typeof STEPS
  const EXPIRED: Step[] = ["return", "report", "expire", "pass"]

  it.each<[steps: Step[], exceptions: string[], isListed: boolean]>([
    [EXPIRED, ["open"], true],
    [[...EXPIRED, "pass"], ["open"], true],
    // The webhook of its creation may be lost, too.
    [["return", "expire", "pass"], ["open"], true],
    // Long before it expires, while the gateway may still answer.
    [["return", "report", "29 minutes pass", "pass"], [], false],
    [["return", "report", "31 minutes pass", "pass"], ["open"], true],
    [["return", "report", "expire", "abandon", "pass"], ["open"], true],
    // It asks for no decision, and is listed.
    [["return cancelling", "report", "expire", "pass"], [], true],
    [["be on-chain", ...EXPIRED], [], false],
    [[...EXPIRED, "close", "pass"], ["resolved"], false],
    // It is answered after all.
    [[...EXPIRED, "pay", "pass"], ["resolved"], false],
    [[...EXPIRED, "fail", "pass"], ["resolved"], false],
  ])(
    "%j: its exceptions are %j, and it is listed: %s",
    async (steps, statuses, isListed) => {
      const of = await open()
      const id = (await of.start("never", 1))[0]!.id
      for (const step of steps) {
        await STEPS[step]({ ...of, id })
      }
      const rows = await exceptions()
      expect(rows.map(({ status }) => status)).toEqual(statuses)
      expect(await listed(of.store)).toEqual(isListed ? [id] : [])
      const isReturner = isListed && steps.includes("return")
      expect(await listed(of.store, RETURNERS)).toEqual(isReturner ? [id] : [])
      const isAnswered = steps.includes("pay") || steps.includes("fail")
      for (const row of rows) {
        expect(row).toMatchObject({
          kind: "never_answered",
          payment_id: id,
          details: { order_no: id },
          ...(isAnswered && {
            note: STORED_REASONS.answered,
            resolved_by: null,
          }),
        })
      }
    }
  )

  it("a thousand fakes open a limited number of exceptions; those that the gateway knows come first, and no other is lost", async () => {
    const of = await open()
    const { store, second } = of
    const fakes = await of.start("fake", NEVER_ANSWERED_OPEN + 2)
    const [known] = await of.start("known", 1)
    const all = [...fakes, known!].map(({ id }) => id)
    for (const id of all) {
      await of.apply(id, { kind: "returned", result: "success" })
    }
    await of.report(known!.id)
    await payments().update({ expires_at: new Date() })
    await Promise.all([pass(store), pass(second)])
    await pass(store)

    const opened = await exceptions()
    expect(opened).toHaveLength(NEVER_ANSWERED_OPEN)
    expect(opened.map(({ payment_id }) => payment_id)).toContain(known!.id)
    expect(await listed(store, RETURNERS)).toHaveLength(all.length)

    await close(store)
    await pass(second)

    const rows = await exceptions()
    expect(rows.map(({ payment_id }) => payment_id).sort()).toEqual(all.sort())
    const announced = [...store.announced, ...second.announced]
    expect(
      announced.filter((name) => name === STABLECOIN_EVENTS.exceptionOpened)
    ).toHaveLength(rows.length)
  })
})
