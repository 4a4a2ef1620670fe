import { ADMIN, PROVIDERS } from "../harness/shop/names.ts"
import type { Demo } from "./start-demo.mts"

/** The addresses and logins of a running demo, as `--json` prints them. */
export function summary(demo: Demo) {
  const { storeUrl, storefrontUrl, sandbox, seeded, database, envFile } = demo
  return {
    storefront: { url: storefrontUrl },
    ...(demo.ownStorefront && {
      own_storefront: {
        url: demo.ownStorefront,
        environment: {
          NEXT_PUBLIC_MEDUSA_BACKEND_URL: storeUrl,
          NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: seeded.publishable_key,
          NEXT_PUBLIC_BASE_URL: demo.ownStorefront,
          NEXT_PUBLIC_DEFAULT_REGION: "us",
        },
      },
    }),
    store: { url: storeUrl, ...seeded, providers: PROVIDERS },
    admin: { url: `${storeUrl}/app`, ...ADMIN },
    sandbox: {
      merchant_url: sandbox.urls.merchant,
      business_url: sandbox.urls.business,
      control_url: sandbox.urls.control,
      rpc_url: sandbox.urls.rpc,
      rates_url: sandbox.urls.rates,
      credentials: sandbox.credentials,
    },
    ...(demo.receiver && {
      receiver: { url: demo.receiver.url, log_file: demo.receiver.logFile },
    }),
    database: { url: database },
    environment: { ...pluginsOf(demo.env), DATABASE_URL: database },
    environment_file: envFile,
    doctor: `npm run doctor -- --env ${envFile}`,
  }
}

/** The plugin's variables. */
function pluginsOf(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => name.startsWith("STABLECOIN_"))
  )
}

/** The same as text, with a hint where to start. */
export function welcome(demo: Demo): string {
  const { store, storefront, admin, sandbox, database, doctor } = summary(demo)
  const { hosted, onchain } = sandbox.credentials
  return `
  The store is open. No real money moves.${noteOn(demo.takenPorts)}

  Start here    ${storefront.url}
                buy a mug on either rail, and see the order in the admin
${receiver(demo)}${ownStorefront(demo)}
  Admin         ${admin.url}
                ${admin.email} / ${admin.password}

  Store API     ${store.url}   (API, not for a browser)
    key         ${store.publishable_key}
    region      ${store.region_id} (USD)
                ${store.euro.region_id} (EUR)
    variant     ${store.variant_id}
    shipping    ${store.shipping_option_id}
    providers   ${store.providers.hosted}
                ${store.providers.onchain}

  Sandbox       no login: it simulates the payment gateway
    merchant    ${sandbox.merchant_url}   (API, not for a browser)
    client      ${hosted.clientId} / ${hosted.clientSecret}
    business    ${sandbox.business_url}   (API, not for a browser)
    client      ${onchain.clientId} / ${onchain.clientSecret}
    webhooks    ${onchain.webhookSecret}
    control     ${sandbox.control_url}   (opens the list of its actions)
    networks    ${sandbox.rpc_url}/POLYGON and others   (JSON-RPC)
    prices      ${sandbox.rates_url}

  Database      ${database.url}

  Check it      ${doctor}

  Try it with curl
                curl ${store.url}/store/products -H "x-publishable-api-key: ${store.publishable_key}"
                curl ${sandbox.control_url}/webhooks
                npm run sandbox -- rates --eur 1.2 --control ${sandbox.control_url}

  Ctrl-C ends everything and deletes it.
`
}

function noteOn(takenPorts: readonly number[]): string {
  return takenPorts.length > 0
    ? `\n  Other programs use port ${takenPorts.join(" and port ")}, so the demo uses others.`
    : ""
}

/** The lines about the user's own storefront, if there is one. */
function ownStorefront(demo: Demo): string {
  const { own_storefront: own } = summary(demo)
  if (!own) {
    return ""
  }
  const lines = Object.entries(own.environment).map(
    ([name, value]) => `                ${name}=${value}\n`
  )
  return `
  Yours         ${own.url}   (start it yourself, with this in its .env.local)
${lines.join("")}`
}

/** The receiver and how to try it, if there is one. */
function receiver({ receiver }: Demo): string {
  return receiver
    ? `
  Receiver      ${receiver.url}   gets the store's webhooks
    log         ${receiver.logFile}
    try         1. start a payment in the shop, and stay on the gateway's page
                2. press Enter here: the store stops, as for a deployment
                3. pay: the receiver keeps the webhook
                4. press Enter again: the store starts and places the order
`
    : ""
}
