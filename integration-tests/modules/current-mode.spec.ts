import { randomBytes } from "node:crypto"
import { RAILS } from "../../src/ledger"
import { testRailsInProduction } from "../../src/modules/stablecoin/settings/test-money"
import {
  machineTest,
  optionsFor,
  type Process,
  startPayments,
} from "../setup/module/processes"
import { waitFor } from "../../tools/harness/wait-for"

const encryptionKeys = [randomBytes(32).toString("base64")]

machineTest((machine) => {
  const remembered = async () =>
    await machine.db("stablecoin_account").whereNotNull("mode").first("mode")

  const currentMode = async (
    { service }: Process,
    rail: (typeof RAILS)[number]
  ) => (await service.settings.recent()).modes[rail]

  describe("the current mode", () => {
    it("is null where a rail is not configured", async () => {
      const { service } = machine.process({ backendUrl: "http://localhost:9" })
      for (const rail of RAILS) {
        expect((await service.settings.recent()).modes[rail]).toBeNull()
      }
    })

    it.each(["test", "live"] as const)(
      "of a hosted account in %s follows from its client id",
      async (mode) => {
        const sandbox = await machine.sandbox()
        const { hosted, onchain } = sandbox.credentials
        const clientId = `${mode}_merchant`
        const one = machine.process(
          optionsFor(sandbox, { hosted: { ...hosted, clientId }, onchain })
        )
        const settings = await one.service.settings.effective()

        expect(await currentMode(one, "hosted")).toEqual({
          account: settings.hosted.ok && settings.hosted.value.account,
          mode,
          sandbox: false,
        })
      }
    )

    it("of an onchain account in medusa-config.ts is known after its first payment, in every process", async () => {
      const sandbox = await machine.sandbox({ mode: "live" })
      const options = optionsFor(sandbox, sandbox.credentials, {
        encryptionKeys,
      })
      const one = machine.process(options)
      expect(await currentMode(one, "onchain")).toMatchObject({ mode: null })

      const [payment] = await startPayments(one, "onchain", ["one"])
      await one.service.accounts.end()

      const other = machine.process(options)
      expect(await currentMode(other, "onchain")).toEqual({
        account: payment?.account,
        mode: "live",
        sandbox: true,
      })
    })

    it("is not taken from the former account", async () => {
      const sandbox = await machine.sandbox({ mode: "live" })
      const old = machine.process(optionsFor(sandbox, sandbox.credentials))
      await startPayments(old, "onchain", ["old"])
      await old.service.accounts.end()

      const after = sandbox.addAccount({ mode: "live" })
      const now = machine.process(optionsFor(sandbox, after))
      expect(await currentMode(now, "onchain")).toMatchObject({ mode: null })
    })
  })

  describe("a rail that leads to the sandbox", () => {
    it.each([
      ["hosted", "sandbox"],
      ["onchain", "live"],
    ] as const)(
      "is known to all processes after the first payment on %s, for its account only",
      async (rail, mode) => {
        const sandbox = await machine.sandbox({ mode })
        const one = machine.process(optionsFor(sandbox, sandbox.credentials))
        await startPayments(one, rail, ["one"])
        await one.service.accounts.end()

        const same = machine.process(optionsFor(sandbox, sandbox.credentials))
        expect(await currentMode(same, rail)).toMatchObject({ sandbox: true })
        const described = await same.service.settings.describe()
        expect(described[rail].sandbox).toBe(true)

        const after = sandbox.addAccount({ mode })
        const other = machine.process(optionsFor(sandbox, after))
        expect(await currentMode(other, rail)).toMatchObject({ sandbox: false })
      }
    )

    it("makes a production store take test money, also in live mode", async () => {
      const before = process.env.NODE_ENV
      const sandbox = await machine.sandbox({ mode: "live" })
      const one = machine.process(optionsFor(sandbox, sandbox.credentials))
      await startPayments(one, "onchain", ["one"])
      await one.service.accounts.end()
      await one.service.settings.effective()
      process.env.NODE_ENV = "production"
      try {
        const { settings } = one.service
        expect(await testRailsInProduction(settings)).toEqual(["onchain"])
      } finally {
        process.env.NODE_ENV = before
      }
    })
  })

  describe("a warning about test money", () => {
    const before = process.env.NODE_ENV
    afterEach(() => {
      process.env.NODE_ENV = before
    })

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
      expect(await testRails({ hosted, onchain })).toEqual([
        "hosted",
        "onchain",
      ])
      expect(await testRails({ ...live, onchain })).toEqual(["onchain"])
      expect(await testRails(live)).toEqual([])
    })
  })

  it("a start writes the mode only when it changes, and does not wait for it", async () => {
    const sandbox = await machine.sandbox({ mode: "live" })
    const one = machine.process(optionsFor(sandbox, sandbox.credentials))
    await startPayments(one, "onchain", ["first"])
    await one.service.accounts.end()
    await machine.db("stablecoin_account").update({ mode: null })
    await one.service.settings.effective()
    const trx = await machine.db.transaction()
    await trx("stablecoin_account").forNoKeyUpdate()
    await startPayments(one, "onchain", ["second"])
    expect(await remembered()).toBeUndefined()
    await trx.rollback()
    await waitFor("the mode to be remembered", async () => await remembered())
    await one.service.accounts.end()
    await one.service.settings.effective()

    const read: string[] = []
    one.db.on("query", ({ sql }: { sql: string }) => read.push(sql))
    await startPayments(one, "onchain", ["third"])
    await one.service.accounts.end()
    expect(read.filter((sql) => sql.includes("SET mode ="))).toEqual([])
  })
})
