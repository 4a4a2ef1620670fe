import { ADMIN, PROVIDERS } from "../../harness/shop/names"
import { type PaymentSession, Shopper } from "../../harness/shop/shopper"
import type {
  AdminSettingsChange,
  AdminSettingsResponse,
} from "../../src/http-types"
import { RAILS, type Rail } from "../../src/ledger"
import type { StoreCluster } from "../../harness/cluster/cluster"
import { startTwoProcesses } from "../setup/cluster/two-processes"
import type { StoreNode } from "../../harness/cluster/node"
import { waitFor } from "../../harness/wait-for"
import {
  postRaw,
  sign,
  SIGNATURE_HEADERS,
} from "../../harness/gateway/webhooks"

// Settings that an admin saves at one process take effect in the other without
// a restart.
let cluster: StoreCluster
let one: StoreNode
let other: StoreNode

beforeAll(async () => {
  ;({ cluster, one, other } = await startTwoProcesses({
    STABLECOIN_HOSTED_CLIENT_ID: "",
    STABLECOIN_HOSTED_CLIENT_SECRET: "",
    STABLECOIN_ONCHAIN_CLIENT_ID: "",
    STABLECOIN_ONCHAIN_CLIENT_SECRET: "",
    STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: "",
  }))
})

afterAll(async () => {
  await cluster?.close()
})

async function save(
  node: StoreNode,
  change: AdminSettingsChange
): Promise<number> {
  const send = async (path: string, body?: object, token = "") =>
    await fetch(`${node.url}${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
      },
      body: body && JSON.stringify(body),
    })
  const login = await send("/auth/user/emailpass", { ...ADMIN })
  const { token } = (await login.json()) as { token: string }
  const path = "/admin/stablecoin/settings"
  const { settings } = (await (
    await send(path, undefined, token)
  ).json()) as AdminSettingsResponse
  const { version } = settings
  return (await send(path, { version, ...change }, token)).status
}

async function start(node: StoreNode, rail: Rail) {
  const shopper = new Shopper(String(node.url), cluster.seeded)
  const cart = await shopper.fillCart()
  const { status, body } = await shopper.tryStartSession(
    cart,
    PROVIDERS[rail],
    { success_url: `${cluster.url}/shop/thanks` }
  )
  const [session]: PaymentSession[] =
    body.payment_collection?.payment_sessions ?? []
  return { status, data: session?.data }
}

/** Sends a webhook that is stored and has no effect. */
async function deliver(node: StoreNode, secret: string): Promise<number> {
  const body = JSON.stringify({ event: "payment_order.created", data: {} })
  const { status } = await postRaw(
    { url: String(node.url) },
    "/hooks/stablecoin/onchain",
    body,
    { [SIGNATURE_HEADERS.onchain]: sign(body, secret) }
  )
  return status
}

it("credentials, networks and webhook secrets saved in one process apply to the other's next payment", async () => {
  const { hosted, onchain } = cluster.sandbox.credentials
  for (const rail of RAILS) {
    expect(await start(other, rail)).toMatchObject({ status: 400 })
  }
  expect(await deliver(other, onchain.webhookSecret)).toBe(503)

  expect(
    await save(one, {
      hosted: {
        client_id: hosted.clientId,
        client_secret: hosted.clientSecret,
      },
      onchain: {
        client_id: onchain.clientId,
        client_secret: onchain.clientSecret,
        webhook_secrets: { add: [onchain.webhookSecret] },
      },
    })
  ).toBe(200)
  // The process has just rejected one, and re-reads settings for unknown
  // signers once a second.
  await waitFor(
    "the webhook secret to count in the other process",
    async () => (await deliver(other, onchain.webhookSecret)) === 200,
    { timeoutMs: 1_000 }
  )
  for (const rail of RAILS) {
    expect(await start(other, rail)).toMatchObject({ status: 200 })
  }

  for (const chain of ["BSC", "AVALANCHE"] as const) {
    expect(await save(one, { onchain: { chains: [chain] } })).toBe(200)
    expect(await start(other, "onchain")).toMatchObject({
      status: 200,
      data: { chain },
    })
  }
})
