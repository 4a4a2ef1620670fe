import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as storefront from "../../packages/storefront/src"
import { KeyRing } from "../../src/modules/stablecoin/settings/encryption"
import { resolveSettings } from "../../src/modules/stablecoin/settings/settings"
import { snippetOf, snippetsOf } from "../setup/commands/snippets"
import { runSnippet } from "../setup/commands/run-snippet"
import { STOREFRONT, storeTest } from "../setup/store/store"

const ROOT = join(__dirname, "../..")
const { scripts, bin, exports } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8")
) as {
  scripts: Record<string, string>
  bin: Record<string, string>
  exports: Record<string, unknown>
}

type StoreConfig = {
  plugins: { resolve: string; options: unknown }[]
  modules: {
    resolve: string
    dependencies: string[]
    options: { providers: { resolve: string; id: string }[] }
  }[]
}

const ENVIRONMENT = {
  STABLECOIN_BACKEND_URL: "https://api.shop.example",
  STABLECOIN_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: "whsec_new,whsec_old",
}

describe("the README's installation", () => {
  let before: NodeJS.ProcessEnv = {}

  beforeAll(() => {
    before = { ...process.env }
    Object.assign(process.env, ENVIRONMENT)
  })
  afterAll(() => {
    process.env = before
  })

  it("is a valid configuration, and leaves the rest to the admin", () => {
    const imports = 'import { defineConfig } from "@medusajs/framework/utils"\n'
    const config = runSnippet(
      imports + snippetOf("README.md", "ts medusa-config.ts"),
      {
        "@medusajs/framework/utils": {
          defineConfig: (written: unknown) => written,
        },
      }
    ) as unknown as StoreConfig

    const settings = resolveSettings(config.plugins[0]?.options, "")
    const own = new KeyRing([ENVIRONMENT.STABLECOIN_ENCRYPTION_KEY])
    expect(settings.keys.decrypt(own.encrypt("text", ""), "")).toBe("text")
    for (const { ok, ...part } of [settings.hosted, settings.onchain]) {
      expect(ok).toBe(false)
      expect(JSON.stringify(part)).toContain("Settings → Stablecoin payments")
    }
    expect(config.modules[0]).toMatchObject({
      resolve: "@medusajs/medusa/payment",
      dependencies: ["stablecoin"],
      options: { providers: [{ id: "default" }] },
    })
    expect(Object.keys(exports)).toContain("./providers/*")
  })

  it("has options for everything else, which are valid as written", () => {
    const { options } = runSnippet(
      snippetOf("docs/configuration.md", "ts plugin-options.ts")
    )
    expect(resolveSettings(options, "")).toMatchObject({
      general: { ok: true },
      hosted: { ok: true },
      onchain: { ok: true, value: { defaultChain: "POLYGON" } },
      webhookSigners: {
        onchain: [{ secret: "whsec_new" }, { secret: "whsec_old" }],
      },
    })
    expect(Object.keys(exports)).toContain("./modules/*")
  })

  it("names commands that exist", () => {
    const lines = ["README.md", "docs/install.md", "docs/sandbox.md"]
      .flatMap(snippetsOf)
      .filter(({ info }) => info === "bash")
      .flatMap(({ code }) => code.trim().split("\n"))
    const run = lines.flatMap((line) => [
      ...line.matchAll(/npm run (?:-s )?(\S+)/g),
    ])
    expect(
      run.map(([, name]) => name).filter((name) => !scripts[name ?? ""])
    ).toEqual([])
    expect(lines).toContain("npx medusa-payment-stablecoin-sandbox")
    expect(Object.keys(bin)).toEqual(["medusa-payment-stablecoin"])
  })
})

storeTest((store) => {
  it("the shortest storefront code redirects the buyer to pay, and ends with the order's number", async () => {
    const cart = await store.shopper.fillCart()
    const connection = {
      baseUrl: store.url,
      publishableKey: store.seeded.publishable_key,
    }
    const { pay, orderNumber } = runSnippet(
      snippetOf("docs/storefront.md", "ts checkout.ts"),
      { "medusa-payment-stablecoin-storefront": storefront }
    ) as {
      pay: (store: unknown, cart: string, shop: string) => Promise<string>
      orderNumber: (store: unknown, session: string) => Promise<number>
    }
    const redirectUrl = await pay(connection, cart.id, STOREFRONT)
    expect(await (await fetch(redirectUrl)).text()).toContain("12.50")
    const transaction = store.sandbox.transactions()[0]!
    await store.sandbox.pay({ orderNo: String(transaction.orderNo) })

    const payment = await storefront.resumePayment(connection, {
      cart_id: cart.id,
    })
    expect(await orderNumber(connection, payment!.session_id)).toBe(1)
  })
})
