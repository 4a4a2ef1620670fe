import { ACTIONS, type Action } from "../control/actions"
import { rulesChangeSchema } from "../rules"
import { optionOf } from "./arguments"

/** The command's name. */
export const COMMAND = "medusa-payment-stablecoin-sandbox"

export const DEFAULT_PORTS = {
  merchant: 4010,
  business: 4020,
  control: 4030,
  rpc: 4040,
  rates: 4050,
}
export const DEFAULT_CONTROL = `http://127.0.0.1:${DEFAULT_PORTS.control}`

export function helpText(): string {
  return `Start a stablecoin gateway on this machine, or control a running one. No real money moves.

Start: ${COMMAND} [options]
  --host <address>           the APIs, JSON-RPC and prices listen here (127.0.0.1)
  --merchant-port <port>     Merchant Checkout API (${DEFAULT_PORTS.merchant}), 0 for any free port
  --business-port <port>     Business Order API (${DEFAULT_PORTS.business})
  --control-port <port>      control address (${DEFAULT_PORTS.control})
  --rpc-port <port>          JSON-RPC of the chains (${DEFAULT_PORTS.rpc})
  --rates-port <port>        prices of currencies and coins (${DEFAULT_PORTS.rates})
  --control-host <address>   control listens here (127.0.0.1)
  --merchant-url <url>       public address of the Merchant Checkout API, behind a tunnel
  --business-url <url>       public address of the Business Order API
  --mode sandbox|live        kind of the credentials (sandbox); live ones are
                             served on this machine alone
  --token-ttl <seconds>      lifetime of access tokens, more than 0 (3600)
  --merchant-name <text>     display name of the business (Sandbox Store)
  --finality <blocks>        blocks behind the head that are not final (0)
  --json                     print addresses and credentials as one line of JSON,
                             and no line per request
  --quiet                    do not print a line per request
  and the rules: ${optionsOf(rulesChangeSchema.shape)}

  Credentials are new at each start. To keep them, set the printed STABLECOIN_…
  variables before the next one: test credentials found there are used again.

Control: ${COMMAND} <action> [options]
${Object.entries(ACTIONS).map(actionHelp).join("\n")}

  A value is JSON, or else text: --times 3, --chains '["BASE"]'.
  A switch has a --no-… too. A payment has one name: --order-no, --token,
  --order-id or --transaction-id, with --api where both APIs use the number.
  --control <url>            the control address (${DEFAULT_CONTROL})

Exit codes: 0 success, 1 failure, 2 invalid command line.`
}

function actionHelp([name, { help, schema, operand }]: [
  string,
  Action,
]): string {
  const given = operand ? ` <${operand}>` : ""
  const line = `  ${`${name}${given}`.padEnd(26)} ${help}`
  const shown = optionsOf(schema.shape, operand)
  return shown ? `${line}\n${" ".repeat(29)}${shown}` : line
}

function optionsOf(shape: object, operand?: string): string {
  const fields = Object.keys(shape).filter((field) => field !== operand)
  return fields.map(optionOf).join(" ")
}
