import { Admin } from "../../setup/admin/admin"
import {
  dumpDatabase,
  findLeaks,
  type Watch,
  watchLeaks,
} from "../../setup/routes/leaks"
import { openPayment } from "../../setup/store/open-payment"
import { storeTest } from "../../setup/store/store"

const HOSTED = {
  clientId: "test_shop",
  clientSecret: "test_secret/hosted+Ü-7f3a9c",
}
const ONCHAIN = {
  clientId: "test_shop",
  clientSecret: "test_secret/onchain+Ü-51bd08",
  webhookSecret: "whsec_onchain_c41e77",
}
const WRONG = "test_secret/wrong+Ü-0b0b0b"
const ENCRYPTION_KEY = Buffer.alloc(32, "k3y").toString("base64")

type Body = Record<string, unknown>

storeTest({
  sandbox: { seedSecrets: { hosted: HOSTED, onchain: ONCHAIN } },
  env: {
    STABLECOIN_ENCRYPTION_KEYS: ENCRYPTION_KEY,
    STABLECOIN_HOSTED_CLIENT_SECRET: "",
    STABLECOIN_ONCHAIN_CLIENT_SECRET: "",
    STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: "",
  },
  tests: (store) => {
    const admin = new Admin(store)
    beforeAll(async () => {
      await admin.enrol()
    })
    const post = async (change: Body) => await admin.saveSettings<Body>(change)

    /**
     * Enters secrets: valid, rotated and invalid ones. @returns the valid ones
     */
    async function enterSecrets(): Promise<string[]> {
      const { clientSecret } = HOSTED
      const onchain = {
        client_secret: ONCHAIN.clientSecret,
        webhook_secrets: { add: [ONCHAIN.webhookSecret] },
      }
      const hosted = { client_secret: clientSecret }
      expect((await post({ hosted, onchain })).status).toBe(200)
      await openPayment(store, "hosted")
      await openPayment(store, "onchain")
      const rotated = store.sandbox.rotateSecret("hosted").hosted.clientSecret
      const again = { hosted: { client_secret: rotated } }
      expect((await post(again)).status).toBe(200)
      for (const change of [
        { hosted: { client_secret: WRONG } },
        { hosted: { client_secret: [WRONG] } },
        { hosted: { client_secret: WRONG.repeat(40) } },
        { hosted: { client_secret: WRONG, base_url: WRONG } },
        { onchain: { webhook_secrets: { add: [WRONG, 4711] } } },
        {
          hosted: { client_secret: WRONG },
          onchain: { base_url: `https://${WRONG}` },
        },
      ]) {
        expect([400, 409]).toContain((await post(change)).status)
      }
      // A gateway that repeats the request.
      store.sandbox.fault({
        endpoint: "verify",
        kind: "status",
        status: 401,
        body: { status: "error", message: `Refused: ${WRONG}` },
      })
      expect((await post({ hosted: { client_secret: WRONG } })).status).toBe(
        409
      )
      return [
        clientSecret,
        rotated,
        ONCHAIN.clientSecret,
        ONCHAIN.webhookSecret,
      ]
    }

    it("no secret that an admin has entered is in an answer, a row or the log", async () => {
      const watch: Watch = watchLeaks(store)
      const secrets: string[] = []
      try {
        secrets.push(...(await enterSecrets()))
      } finally {
        watch.stop()
      }
      const places = {
        answers: watch.answers(),
        output: watch.output(),
        database: await dumpDatabase(store),
      }
      expect(places.answers).toContain(
        `"last4":"${ONCHAIN.webhookSecret.slice(-4)}"`
      )
      // All tokens except the admin's own, which the login returns.
      const tokens = watch.tokens.flatMap(({ origin, token }) =>
        origin === store.url ? [] : token
      )
      expect(tokens).not.toEqual([])
      const all = [...secrets, WRONG, ENCRYPTION_KEY, ...tokens]
      expect(findLeaks(places, all)).toEqual([])
    })
  },
})
