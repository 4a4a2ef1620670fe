import type { Rail } from "../../src/ledger"
import { resolveSettings } from "../../src/modules/stablecoin/settings/settings"
import { repositoryOf } from "../../src/modules/stablecoin/repository"
import type { WebhookNote } from "../../src/modules/stablecoin/repository/webhook-states/webhook-state"
import { WebhookWatch } from "../../src/modules/stablecoin/webhooks/webhook-watch"
import { acceptSigned } from "../setup/module/accept-webhook"
import {
  ledgerTest,
  newPayment,
  pendingPayment,
  WEBHOOK_SECRET,
  withRule,
} from "../setup/module/test-ledger"

const MINUTE_MS = 60_000
const received = (rail: Rail): WebhookNote => ({ rail, received: true })
const rejected = (rail: Rail, reason: string): WebhookNote => ({
  rail,
  received: false,
  reason,
})

ledgerTest((ledger) => {
  /** A process that watches webhooks, with a fake clock. */
  function watching(start = Date.now()) {
    const { payments, webhookEvents, webhookStates } = repositoryOf(ledger.db)
    const clock = { now: start, writes: 0, warnings: [] as string[] }
    const watch = new WebhookWatch({
      repository: {
        payments,
        webhookEvents,
        webhookStates: {
          watch: webhookStates.watch,
          read: webhookStates.read,
          note: async (...note) => {
            clock.writes += 1
            await webhookStates.note(...note)
          },
        },
      },
      settings: async () =>
        resolveSettings({ backendUrl: "https://store.example/" }, ""),
      logger: { warn: (text: unknown) => clock.warnings.push(String(text)) },
      now: () => clock.now,
    })
    return {
      clock,
      watch,
      /** A rail's health as an admin reads it, after all writes. */
      read: async (rail: Rail) => {
        await watch.end()
        return (await watch.health()).find((each) => each.rail === rail)
      },
    }
  }

  /** A payment that the gateway created the given number of minutes ago. */
  async function startedBefore(minutes: number, rail: Rail = "onchain") {
    const { id } = await pendingPayment(ledger, {
      id: `stpay_${rail}_${minutes}`,
      rail,
    })
    const created_at = new Date(Date.now() - minutes * MINUTE_MS)
    await ledger.db("stablecoin_payment").where({ id }).update({ created_at })
    return created_at.toISOString()
  }

  async function watchedSince(minutes: number) {
    const created_at = new Date(Date.now() - minutes * MINUTE_MS)
    await ledger.db("stablecoin_webhook_state").update({ created_at })
    return created_at.toISOString()
  }

  it("shows the start of the watch and the addresses to register before any webhook", async () => {
    const { watch, read } = watching()
    await watch.begin()
    const since = await watchedSince(3)
    // Another process starts.
    await watch.begin()

    for (const rail of ["hosted", "onchain"] as const) {
      expect(await read(rail)).toEqual({
        rail,
        url: `https://store.example/hooks/stablecoin/${rail}`,
        watched_since: since,
        last_received_at: null,
        last_rejected_at: null,
        last_rejected_reason: null,
        quiet_since: null,
      })
    }
  })

  it("writes the first webhook after a pause immediately, and a burst once per kind and second", async () => {
    const { watch, clock, read } = watching()
    for (let ms = 0; ms <= 2_500; ms += 10) {
      clock.now += 10
      watch.note(received("hosted"))
      watch.note(rejected("hosted", "unauthorized"))
      watch.note(rejected("onchain", "invalid_data"))
    }
    await watch.end()

    expect(clock.writes).toBe(9)
    expect(await read("hosted")).toMatchObject({
      last_received_at: new Date(clock.now - 500).toISOString(),
      last_rejected_reason: "unauthorized",
    })
    expect(await read("onchain")).toMatchObject({
      last_received_at: null,
      last_rejected_reason: "invalid_data",
    })
  })

  it("keeps the latest of several processes' records, in any order of writing", async () => {
    const late = watching()
    const early = watching(late.clock.now - 2 * MINUTE_MS)
    late.watch.note(rejected("hosted", "unauthorized"))
    await late.watch.end()
    early.watch.note(rejected("hosted", "unavailable"))

    expect(await early.read("hosted")).toMatchObject({
      last_rejected_at: new Date(late.clock.now).toISOString(),
      last_rejected_reason: "unauthorized",
    })
  })

  it("logs a record that can't be written, and writes the next one immediately", async () => {
    const { watch, clock, read } = watching()
    const rule = { table: "stablecoin_webhook_state", rule: "false" }
    await withRule(ledger, rule, async () => {
      watch.note(received("onchain"))
      await watch.end()
    })
    watch.note(received("onchain"))

    expect(await read("onchain")).toMatchObject({
      last_received_at: new Date(clock.now).toISOString(),
    })
    expect(clock.warnings).toHaveLength(1)
  })

  describe("a rail is quiet", () => {
    /** Watches for an hour, so that payments of it count. */
    async function watchingForAnHour() {
      const process = watching()
      await process.watch.begin()
      await watchedSince(60)
      return process
    }

    async function startEach(minutes: readonly number[], rail?: Rail) {
      const started: string[] = []
      for (const each of minutes) {
        started.push(await startedBefore(each, rail))
      }
      return started
    }

    // Each number is a payment that many minutes ago. The first half hour, slow
    // days and payments of the last minutes are not suspicious.
    it.each<[started: number[], received: number | null, since: number | null]>(
      [
        [[46, 35, 20, 10], 45, 35],
        [[46, 35, 20, 10], 0, null],
        [[90, 50, 30, 6], null, 50],
        [[55, 35], null, null],
        [[29, 20, 10], null, null],
        [[55, 35, 4], null, null],
      ]
    )(
      "where payments were started %j minutes ago, and a webhook arrived %j: since %j",
      async (started, received, since) => {
        const { watch, clock, read } = await watchingForAnHour()
        if (received !== null) {
          clock.now -= received * MINUTE_MS
          watch.note({ rail: "onchain", received: true })
          await watch.end()
          clock.now += received * MINUTE_MS
        }
        const times = await startEach(started)
        const quiet_since = since && times[started.indexOf(since)]
        expect(await read("onchain")).toMatchObject({ quiet_since })
        expect(await read("hosted")).toMatchObject({ quiet_since: null })
      }
    )

    it("but not by payments that were never created at the gateway, and also after forgeries", async () => {
      const { watch, read } = await watchingForAnHour()
      await startEach([50, 20])
      await ledger.service.payments.open(
        newPayment({ id: "stpay_unsent" }),
        await ledger.service.settings.effective()
      )
      await ledger
        .db("stablecoin_payment")
        .where({ id: "stpay_unsent" })
        .update({ created_at: new Date(Date.now() - 30 * MINUTE_MS) })
      expect(await read("onchain")).toMatchObject({ quiet_since: null })

      await startedBefore(10)
      watch.note(rejected("onchain", "unauthorized"))
      expect((await read("onchain"))?.quiet_since).not.toBeNull()
    })
  })

  describe("a probe of the health check", () => {
    const body = Buffer.from(
      '{ "event" : "stablecoin.health_check", "data" : { "n" : 1 } }'
    )
    const arrive = () => acceptSigned(ledger, "onchain", body, WEBHOOK_SECRET)
    const isTaken = (bytes = body) =>
      ledger.service.repository.probes.take(bytes)
    const rows = () => ledger.db("stablecoin_webhook_event")

    it("is awaited, never claimed for processing, and removed once", async () => {
      const { probes, webhookEvents } = ledger.service.repository
      await probes.await({ rail: "onchain", body })
      expect(await arrive()).toEqual({ ok: true, isProbe: true })

      expect(await webhookEvents.claimDue(10)).toEqual([])
      expect(await isTaken(Buffer.from("{}"))).toBe(false)
      expect(await isTaken()).toBe(true)
      expect(await isTaken()).toBe(false)
      expect(await rows()).toEqual([])
    })

    it("is removed even if it never arrived", async () => {
      await ledger.service.repository.probes.await({ rail: "onchain", body })
      expect(await isTaken()).toBe(false)
      expect(await rows()).toEqual([])
    })

    it("leaves nothing and proves nothing when it is replayed", async () => {
      expect(await arrive()).toEqual({ ok: true, isProbe: true })
      expect(await rows()).toEqual([])

      await ledger.service.repository.probes.await({ rail: "onchain", body })
      await rows().update({ created_at: new Date(Date.now() - 2 * MINUTE_MS) })
      await arrive()
      expect(await isTaken()).toBe(false)
    })
  })
})
