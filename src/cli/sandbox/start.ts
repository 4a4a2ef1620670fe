import { parseArgs } from "node:util"
import { CHAINS } from "../../gateway/schemas"
import { createSandbox, type SandboxOptions, type Sandbox } from "../../sandbox"
import { isTestClient } from "../../sandbox/accounts"
import { VARIANT_NAMES, type VariantName } from "../../sandbox/variants"
import { COMMAND } from "../command"
import { DEFAULT_PORTS, SANDBOX_HELP } from "./help"
import { UsageError, type Io } from "../io"
import { wholeNumber } from "../whole-number"
import { RULE_OPTIONS, ruleChange } from "./rule-options"

const STRING = { type: "string" } as const

/** `sandbox`: runs one until a signal ends it. */
export async function start(args: string[], io: Io): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      host: STRING,
      "control-host": STRING,
      "merchant-port": STRING,
      "business-port": STRING,
      "control-port": STRING,
      "rpc-port": STRING,
      "merchant-url": STRING,
      "business-url": STRING,
      mode: STRING,
      variant: STRING,
      "token-ttl": STRING,
      name: STRING,
      finality: STRING,
      ...RULE_OPTIONS,
      json: { type: "boolean" },
      quiet: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
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
  const { mode = "sandbox", variant } = values
  if (mode !== "sandbox" && mode !== "live") {
    throw new UsageError(`--mode is sandbox or live, not ${mode}.`)
  }
  if (variant !== undefined && !isVariant(variant)) {
    throw new UsageError(`--variant is one of ${VARIANT_NAMES.join(", ")}.`)
  }
  const ttl = values["token-ttl"]
  const sandbox = await createSandbox({
    host: values.host,
    controlHost: values["control-host"],
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
    mode,
    variant,
    merchantName: values.name,
    tokenTtl: ttl === undefined ? undefined : lifetime(ttl),
    finality:
      values.finality === undefined
        ? undefined
        : wholeNumber("--finality", values.finality),
    ...ruleChange(values),
    seedSecrets: mode === "sandbox" ? knownCredentials(io.env) : {},
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

/** @throws UsageError for 0: such a token has expired when it is issued */
function lifetime(value: string): number {
  const seconds = wholeNumber("--token-ttl", value)
  if (seconds === 0) {
    throw new UsageError("--token-ttl is more than 0 seconds.")
  }
  return seconds
}

function isVariant(name: string): name is VariantName {
  return VARIANT_NAMES.some((known) => known === name)
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

Pay on the checkout pages, or with "${COMMAND} sandbox pay --order-no <number>".
Ctrl-C ends it and deletes everything.
`
}
