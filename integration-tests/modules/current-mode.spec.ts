import { type Rail, RAILS } from "../../src/ledger"
import { testRailsInProduction } from "../../src/modules/stablecoin/settings/test-money"
import {
  machineTest,
  optionsFor,
  type Process,
  startPayments,
} from "../setup/module/processes"
import { waitFor } from "../../tools/harness/wait-for"

machineTest((machine) => {
  const remembered = async () =>
    await machine.db("stablecoin_account").whereNotNull("mode").first("mode")
  const modeOf = async ({ service }: Process, rail: Rail) =>
    (await service.settings.recent()).modes[rail]
  /** Starts a payment, and writes what its answer shows of the account. */
  const startOne = async (store: Process, rail: Rail, name = "one") => {
    const [payment] = await startPayments(store, rail, [name])
    await store.service.accounts.end()
    return payment!
  }
  const before = process.env.NODE_ENV
  afterEach(() => {
    process.env.NODE_ENV = before
  })

  describe("the current mode", () => {
    it("is null where a rail is not configured", async () => {
      const store = machine.process({ backendUrl: "http://localhost:9" })
      for (const rail of RAILS) {
        expect(await modeOf(store, rail)).toBeNull()
      }
    })

    it.each(["test", "live"] as const)(
      "of a hosted account in %s follows from its client id",
      async (mode) => {
        const sandbox = await machine.sandbox()
        const { hosted, onchain } = sandbox.credentials
        const clientId = `${mode}_merchant`
        const store = machine.process(
          optionsFor(sandbox, { hosted: { ...hosted, clientId }, onchain })
        )
        const settings = await store.service.settings.effective()

        expect(await modeOf(store, "hosted")).toEqual({
          account: settings.hosted.ok && settings.hosted.value.account,
          mode,
          sandbox: false,
        })
      }
    )

    it.each([
      ["hosted", "sandbox", "test"],
      ["onchain", "live", null],
    ] as const)(
      "and the sandbox are known to all processes after the first payment on %s, for its account only",
      async (rail, mode, unused) => {
        const sandbox = await machine.sandbox({ mode })
        const options = optionsFor(sandbox, sandbox.credentials)
        const unknown = { mode: unused, sandbox: false }
        const one = machine.process(options)
        expect(await modeOf(one, rail)).toMatchObject(unknown)
        const { account } = await startOne(one, rail)

        const same = machine.process(options)
        expect(await modeOf(same, rail)).toEqual({
          account,
          mode: unused ?? mode,
          sandbox: true,
        })
        const described = await same.service.settings.describe()
        expect(described[rail].sandbox).toBe(true)

        const other = optionsFor(sandbox, sandbox.addAccount({ mode }))
        expect(await modeOf(machine.process(other), rail)).toMatchObject(
          unknown
        )
      }
    )
  })

  describe("a warning about test money", () => {
    it("names each rail in production, and none on a developer's machine", async () => {
      const sandbox = await machine.sandbox()
      const { hosted, onchain } = sandbox.credentials
      const live = sandbox.addAccount({ mode: "live" })
      const testRails = async (
        credentials: Parameters<typeof optionsFor>[1]
      ) => {
        const { service } = machine.process(optionsFor(sandbox, credentials))
        return await testRailsInProduction(service.settings)
      }
      expect(await testRails({ hosted, onchain })).toEqual([])
      process.env.NODE_ENV = "production"
      expect(await testRails({ hosted, onchain })).toEqual(RAILS)
      expect(await testRails({ ...live, onchain })).toEqual(["onchain"])
      expect(await testRails(live)).toEqual([])
    })

    it("names a rail that leads to the sandbox, also in live mode", async () => {
      const sandbox = await machine.sandbox({ mode: "live" })
      const store = machine.process(optionsFor(sandbox, sandbox.credentials))
      await startOne(store, "onchain")
      const { settings } = store.service
      await settings.effective()
      process.env.NODE_ENV = "production"
      expect(await testRailsInProduction(settings)).toEqual(["onchain"])
    })
  })

  it("a start writes the mode only when it changes, and does not wait for it", async () => {
    const sandbox = await machine.sandbox({ mode: "live" })
    const store = machine.process(optionsFor(sandbox, sandbox.credentials))
    await startOne(store, "onchain", "first")
    await machine.db("stablecoin_account").update({ mode: null })
    await store.service.settings.effective()
    const trx = await machine.db.transaction()
    await trx("stablecoin_account").forNoKeyUpdate()
    await startPayments(store, "onchain", ["second"])
    expect(await remembered()).toBeUndefined()
    await trx.rollback()
    await waitFor("the mode to be remembered", async () => await remembered())
    await store.service.accounts.end()
    await store.service.settings.effective()

    const read: string[] = []
    store.db.on("query", ({ sql }: { sql: string }) => read.push(sql))
    await startOne(store, "onchain", "third")
    expect(read.filter((sql) => sql.includes("SET mode ="))).toEqual([])
  })
})
