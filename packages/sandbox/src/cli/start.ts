import { CHAINS } from "../../../../src/gateway/schemas"
import type { Io } from "../../../../src/shared/command-line/io"
import { createSandbox, type SandboxOptions, type Sandbox } from ".."
import { isTestClient } from "../accounts"
import { optionsSchema } from "../options"
import { asCommand } from "./arguments"
import { COMMAND, DEFAULT_PORTS } from "./help"

/**
 * Runs a sandbox until a signal ends it.
 *
 * @param fields of the command line
 */
export async function start(
  {
    merchantPort = DEFAULT_PORTS.merchant,
    businessPort = DEFAULT_PORTS.business,
    controlPort = DEFAULT_PORTS.control,
    rpcPort = DEFAULT_PORTS.rpc,
    ratesPort = DEFAULT_PORTS.rates,
    merchantUrl,
    businessUrl,
    json,
    quiet,
    ...fields
  }: Record<string, unknown>,
  io: Io
): Promise<void> {
  const sandbox = await createSandbox(
    asCommand(optionsSchema, {
      ...fields,
      ports: {
        merchant: merchantPort,
        business: businessPort,
        control: controlPort,
        rpc: rpcPort,
        rates: ratesPort,
      },
      publicUrls: { merchant: merchantUrl, business: businessUrl },
      seedSecrets: fields.mode === "live" ? {} : knownCredentials(io.env),
      log: json || quiet ? undefined : io.out,
    })
  )
  io.out(json ? asJson(sandbox) : asText(sandbox))
  await new Promise<void>((resolve) => {
    if (io.ended.aborted) {
      resolve()
    }
    io.ended.addEventListener("abort", () => resolve(), { once: true })
  })
  await sandbox.close()
}

/**
 * Test credentials of an earlier start. Live ones are never reused: they are
 * not ours.
 */
function knownCredentials(env: Io["env"]): SandboxOptions["seedSecrets"] {
  const clientOf = (rail: string) => {
    const clientId = env[`STABLECOIN_${rail}_CLIENT_ID`] ?? ""
    const clientSecret = env[`STABLECOIN_${rail}_CLIENT_SECRET`]
    return isTestClient(clientId) && clientSecret && { clientId, clientSecret }
  }
  const [hosted, onchain] = [clientOf("HOSTED"), clientOf("ONCHAIN")]
  const secrets = env.STABLECOIN_ONCHAIN_WEBHOOK_SECRETS
  const webhookSecret = secrets?.split(",")[0]?.trim()
  return {
    ...(hosted && { hosted }),
    ...(onchain && webhookSecret && { onchain: { ...onchain, webhookSecret } }),
  }
}

/** The variables that the plugin's configuration reads. */
function environment({ urls, credentials }: Sandbox): Record<string, string> {
  const { hosted, onchain } = credentials
  return {
    STABLECOIN_BACKEND_URL: "http://localhost:9000",
    STABLECOIN_HOSTED_BASE_URL: urls.merchant,
    STABLECOIN_HOSTED_CLIENT_ID: hosted.clientId,
    STABLECOIN_HOSTED_CLIENT_SECRET: hosted.clientSecret,
    STABLECOIN_ONCHAIN_BASE_URL: urls.business,
    STABLECOIN_ONCHAIN_CLIENT_ID: onchain.clientId,
    STABLECOIN_ONCHAIN_CLIENT_SECRET: onchain.clientSecret,
    STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: onchain.webhookSecret,
    ...Object.fromEntries(
      CHAINS.map((chain) => [
        `STABLECOIN_RPC_URLS_${chain}`,
        `${urls.rpc}/${chain}`,
      ])
    ),
  }
}

function asJson(sandbox: Sandbox): string {
  const { urls, credentials } = sandbox
  return JSON.stringify({ urls, credentials, env: environment(sandbox) })
}

function asText(sandbox: Sandbox): string {
  const { urls } = sandbox
  const variables = Object.entries(environment(sandbox))
  return `The sandbox is running. No real money moves.

  Merchant Checkout API   ${urls.merchant}
  Business Order API      ${urls.business}
  Control                 ${urls.control}
  JSON-RPC                ${urls.rpc}/<chain>
  Prices                  ${urls.rates}/{currency}, ${urls.rates}/ecb.xml

Put this into the environment of your Medusa store (.env):

${variables.map(([name, value]) => `${name}=${value}`).join("\n")}

Pay on the checkout pages, or with "${COMMAND} pay --order-no <number>".
Ctrl-C ends it and deletes everything.
`
}
