import { RAILS, type Rail } from "../../../src/ledger"
import { readMedusaState } from "../../setup/store/medusa-state"
import { readLedger } from "../../setup/store/ledger"
import { openPayment } from "../../setup/store/open-payment"
import { settled } from "../../setup/store/settled"
import { storeTest } from "../../setup/store/store"
import {
  paidWebhook,
  postRaw,
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
  webhookSecret,
} from "../../../harness/gateway/webhooks"

const HOSTED = { clientId: "test_shop", clientSecret: "test_hosted_secret" }
const ONCHAIN = {
  clientId: "test_shop",
  clientSecret: "test_onchain_secret",
  webhookSecret: "whsec_current",
}
const PREDECESSOR = "whsec_predecessor"

const OTHER: Record<Rail, Rail> = { hosted: "onchain", onchain: "hosted" }
const ROUTES = RAILS.flatMap((rail) =>
  WEBHOOK_PATHS[rail].map((path) => ({ rail, path }))
)

/**
 * A forged request, given the valid signature and another secret to sign with.
 */
type Forgery = (given: {
  body: string
  signature: string
  otherSecret: string
}) => Record<"signature", string | undefined> & { body?: string }

const FORGERIES: [name: string, forge: Forgery][] = [
  ["no signature", () => ({ signature: undefined })],
  [
    "a body changed by one byte",
    ({ body, signature }) => ({
      signature,
      body: body.replace('"amount":12.5', '"amount":11.5'),
    }),
  ],
  [
    "a signature with the other rail's secret",
    ({ body, otherSecret }) => ({ signature: sign(body, otherSecret) }),
  ],
  [
    "a signature with the client secret of the onchain rail",
    ({ body }) => ({ signature: sign(body, ONCHAIN.clientSecret) }),
  ],
  [
    "a signature with an empty secret",
    ({ body }) => ({ signature: sign(body, "") }),
  ],
]

storeTest({
  sandbox: { seedSecrets: { hosted: HOSTED, onchain: ONCHAIN } },
  env: {
    STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: [
      ONCHAIN.webhookSecret,
      PREDECESSOR,
    ].join(","),
  },
  tests: (store) => {
    it.each(FORGERIES)(
      "rejects a paid event with %s with a 401 on every route, and changes nothing",
      async (_, forge) => {
        const payments = {
          hosted: await openPayment(store, "hosted"),
          onchain: await openPayment(store, "onchain"),
        }
        const before = await readLedger(store)

        for (const { rail, path } of ROUTES) {
          const body = paidWebhook(store, payments[rail])
          const forged = forge({
            body,
            signature: sign(body, webhookSecret(store, rail)),
            otherSecret: webhookSecret(store, OTHER[rail]),
          })
          const header = SIGNATURE_HEADERS[rail]
          const answer = await postRaw(
            store,
            path,
            forged.body ?? body,
            forged.signature === undefined ? {} : { [header]: forged.signature }
          )
          expect({ path, ...answer }).toEqual({
            path,
            status: 401,
            body: {
              type: "unauthorized",
              message: expect.stringMatching(new RegExp(header, "i")),
            },
          })
        }
        await settled(store)
        expect(await readLedger(store)).toEqual(before)
      }
    )

    const ACCEPTED = [
      ...ROUTES.map((route) => ({ ...route, signedWith: "the secret" })),
      ...WEBHOOK_PATHS.onchain.map((path) => ({
        rail: "onchain" as const,
        path,
        signedWith: "the secret's predecessor",
      })),
    ]
    it.each(ACCEPTED)(
      "a paid event signed with $signedWith is captured by $path",
      async ({ rail, path, signedWith }) => {
        const payment = await openPayment(store, rail)
        const body = paidWebhook(store, payment)
        const secret =
          signedWith === "the secret" ? webhookSecret(store, rail) : PREDECESSOR

        const answer = await postRaw(store, path, body, {
          [SIGNATURE_HEADERS[rail]]: sign(body, secret),
        })

        expect(answer).toEqual({ status: 200, body: { received: true } })
        await settled(store)
        expect(await readMedusaState(store, payment.cart)).toMatchObject({
          orders: [{ status: "pending" }],
          captures: [12.5],
        })
      }
    )
  },
})
