import { parseArgs } from "node:util"
import { CHAINS } from "../../../../src/gateway/schemas"
import { createSandbox, type SandboxOptions, type Sandbox } from ".."
import { isTestClient } from "../accounts"
import { optionsSchema } from "../options"
import { COMMAND } from "./command"
import { DEFAULT_PORTS, SANDBOX_HELP } from "./help"
import type { Io } from "../../../../src/shared/command-line/io"
import { wholeNumber } from "../../../../src/shared/command-line/whole-number"
import { asCommand, inputOf, optionsOf } from "./fields"

const STRING = { type: "string" } as const

/** Options of a sandbox that are options of the command line too. */
const FIELDS = optionsSchema.omit({
  ports: true,
  publicUrls: true,
  seedSecrets: true,
  log: true,
})

/** Runs a sandbox until a signal ends it. */
export async function start(args: string[], io: Io): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ...optionsOf(FIELDS),
      "merchant-port": STRING,
      "business-port": STRING,
      "control-port": STRING,
      "rpc-port": STRING,
      "merchant-url": STRING,
      "business-url": STRING,
      json: { type: "boolean" },
      quiet: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
    allowNegative: true,
  })
  if (values.help) {
    io.out(SANDBOX_HELP)
    return
  }
  const port = (name: keyof typeof DEFAULT_PORTS) => {
    const given = values[`${name}-port`]
    return given === undefined
      ? DEFAULT_PORTS[name]
      : wholeNumber(`--${name}-port`, given, 65535)
  }
  const options = asCommand(FIELDS, inputOf(FIELDS, values))
  const sandbox = await createSandbox({
    ...options,
    ports: {
      merchant: port("merchant"),
      business: port("business"),
      control: port("control"),
      rpc: port("rpc"),
    },
    publicUrls: {
      merchant: values["merchant-url"],
      business: values["business-url"],
    },
    seedSecrets: options.mode === "live" ? {} : knownCredentials(io.env),
    log: values.json || values.quiet ? undefined : io.out,
  })
  io.out(values.json ? asJson(sandbox) : asText(sandbox))
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
  const {
    STABLECOIN_HOSTED_CLIENT_ID: hostedId = "",
    STABLECOIN_HOSTED_CLIENT_SECRET: hostedSecret,
    STABLECOIN_ONCHAIN_CLIENT_ID: onchainId = "",
    STABLECOIN_ONCHAIN_CLIENT_SECRET: onchainSecret,
    STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: webhookSecrets,
  } = env
  const webhookSecret = webhookSecrets?.split(",")[0]?.trim()
  return {
    ...(isTestClient(hostedId) &&
      hostedSecret && {
        hosted: { clientId: hostedId, clientSecret: hostedSecret },
      }),
    ...(isTestClient(onchainId) &&
      onchainSecret &&
      webhookSecret && {
        onchain: {
          clientId: onchainId,
          clientSecret: onchainSecret,
          webhookSecret,
        },
      }),
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

Put this into the environment of your Medusa store (.env):

${variables.map(([name, value]) => `${name}=${value}`).join("\n")}

Pay on the checkout pages, or with "${COMMAND} pay --order-no <number>".
Ctrl-C ends it and deletes everything.
`
}
