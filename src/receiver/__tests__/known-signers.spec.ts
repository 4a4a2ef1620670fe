import { createHmac } from "node:crypto"
import type { Settings } from "../../modules/stablecoin/settings/settings"
import { SIGNATURE_HEADER } from "../../modules/stablecoin/webhooks/accept-webhook"
import type { Rail } from "../../ledger"
import { KnownSigners } from "../known-signers"

const BODY = Buffer.from(
  JSON.stringify({ event: "payment_order.paid", data: {} })
)
const HOSTED = {
  baseUrl: "https://gateway.example",
  clientId: "merchant",
  clientSecret: "hosted-secret",
}
const ONCHAIN = {
  baseUrl: "https://business.example",
  clientId: "business",
  clientSecret: "onchain-secret",
}
const WITH_SECRET = { ...ONCHAIN, webhookSecrets: ["whsec"] }
const SIGNER = { secret: "whsec", account: null, created_before: null }

/** Settings of a store that uses the onchain rail alone. */
function settings(changes: object): Settings {
  const read = {
    hosted: { ok: false },
    onchain: { ok: true },
    webhookSigners: { hosted: [], onchain: [SIGNER] },
    unreadable: { hosted: false, onchain: false },
  }
  return { ...read, ...changes } as unknown as Settings
}

/** @param last the settings that were read, or null before that */
function signers(options: object, last: Settings | null = null): KnownSigners {
  return new KnownSigners({
    settings: { effective: async () => last!, last },
    retained: { signers: async () => [], lastSigners: () => [] },
    options,
  })
}

function judged(known: KnownSigners, rail: Rail, secret: string | null) {
  const signature =
    secret && createHmac("sha256", secret).update(BODY).digest("hex")
  const headers: Record<string, string | undefined> = {
    [SIGNATURE_HEADER[rail]]: signature ?? undefined,
  }
  const header = (name: string) => headers[name]
  const verdict = known.judge({ rail, body: BODY, header })
  return verdict.ok ? "ok" : verdict.reason
}

describe("a webhook that is received while the database is away", () => {
  it.each([
    ["before the settings were read", null],
    ["after that", settings({})],
    [
      "while a secret can't be decrypted",
      settings({ unreadable: { hosted: false, onchain: true } }),
    ],
  ])("is to be sent again if an unknown secret signed it: %s", (_, last) => {
    const known = signers({ onchain: WITH_SECRET }, last)
    expect(judged(known, "onchain", "whsec")).toBe("ok")
    expect(judged(known, "onchain", "saved-just-now")).toBe("unavailable")
    // The gateway signs each webhook.
    expect(judged(known, "onchain", null)).toBe("unauthorized")
  })
})

describe("the secrets are known", () => {
  it.each<[boolean, string, object, Settings | null]>([
    [true, "of the only rail in the options", { hosted: HOSTED }, null],
    [true, "of both rails", { hosted: HOSTED, onchain: WITH_SECRET }, null],
    [
      false,
      "of one rail, while the other one's are in the admin",
      { hosted: HOSTED, onchain: ONCHAIN },
      null,
    ],
    [false, "of no rail", {}, null],
    [true, "of the only rail in the admin", {}, settings({})],
    [
      false,
      "of no rail, which was read",
      {},
      settings({
        onchain: { ok: false },
        webhookSigners: { hosted: [], onchain: [] },
      }),
    ],
    [
      false,
      "of one rail, while the other one's can't be decrypted",
      {},
      settings({ unreadable: { hosted: true, onchain: false } }),
    ],
    [
      true,
      "of one rail, while the other one was read and is not configured",
      { hosted: { ...HOSTED, clientSecret: undefined } },
      settings({}),
    ],
  ])("%s: %s", async (areKnown, _, options, last) => {
    const known = signers(options, last)
    if (last) {
      await known.read()
    }
    expect(known.areKnown).toBe(areKnown)
  })
})
