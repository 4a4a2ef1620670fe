import { COMMAND } from "./command"
import { VARIANT_NAMES } from "../variants"

export const DEFAULT_PORTS = {
  merchant: 4010,
  business: 4020,
  control: 4030,
  rpc: 4040,
}
export const DEFAULT_CONTROL = `http://127.0.0.1:${DEFAULT_PORTS.control}`

export const SANDBOX_HELP = `Start a stablecoin gateway on this machine, or control a running one. No real money moves.

Start
  ${COMMAND} [options]
    --host <address>         both APIs and JSON-RPC listen here (127.0.0.1)
    --merchant-port <port>   Merchant Checkout API (${DEFAULT_PORTS.merchant}), 0 for any free port
    --business-port <port>   Business Order API (${DEFAULT_PORTS.business})
    --control-port <port>    control address (${DEFAULT_PORTS.control})
    --rpc-port <port>        JSON-RPC of the chains (${DEFAULT_PORTS.rpc})
    --control-host <address> control listens here (127.0.0.1)
    --merchant-url <url>     public address of the Merchant Checkout API, behind a tunnel
    --business-url <url>     public address of the Business Order API
    --mode sandbox|live      kind of the credentials (sandbox); live ones are
                             served on this machine alone
    --variant <name>         ${VARIANT_NAMES.join(", ")}
    --token-ttl <seconds>    lifetime of access tokens, more than 0 (3600)
    --merchant-name <text>   display name of the business (Sandbox Store)
    --finality <blocks>      blocks behind the head that are not final (0)
    --json                   print addresses and credentials as one line of JSON,
                             and no line per request
    --quiet                  do not print a line per request
    and the rules below

  Credentials are new at each start. To keep them, set the printed STABLECOIN_…
  variables before the next one: test credentials found there are used again.

Control
  ${COMMAND} state                        records, variant, pending faults
  ${COMMAND} requests                     requests to the APIs
  ${COMMAND} webhooks                     webhooks and their responses
  ${COMMAND} rules [options]              show or change the gateway's rules
    --rate-limit <json>         {"requests":100,"windowSeconds":60}, or none
    --currencies <list>         enabled stablecoins, such as USDT,USDC
    --chains <list>             enabled networks
    --coins <json>              coins of networks that do not take each, such as
                                {"BASE":["USDC"]}
    --methods <list>            payment methods of the hosted checkout
    --require-public-urls       refuse return URLs that are not public, also for
                                test credentials, as the contract does
    --unique-destinations       a destination address for each order, not for
                                each account and network
  ${COMMAND} pay <target> [--method <key>]
                                  an order also with --amount <coins>, --chain
                                  <code>, --currency <coin>, --no-confirm, or
                                  --tx-hash <hash> of a transfer
  ${COMMAND} fail <target>                hosted transactions
  ${COMMAND} cancel <target>              onchain payment orders
  ${COMMAND} trigger <event> <target> [--set <field>=<value>]… [--force]
                                  send an event, without changing the records
                                  --force sends one that the API does not have
  ${COMMAND} resend <webhook id>          send a webhook again
  ${COMMAND} fault <kind> [--times <n>] [--api merchant|business|rpc] [--ms <n>]
    of calls:     delay, status, reset, half, broken_json, hang, spent_hash,
                  unchecked_confirmation
                  [--endpoint <name>] [--status <code>] [--retry-after <seconds>] [--after]
    of webhooks:  drop, double, reorder, wrong_signature, lost_answer, and
                  delay with --webhooks  [--event <name>]
  ${COMMAND} fault clear                  delete the pending faults
  ${COMMAND} chains                       transfers, last and final blocks
  ${COMMAND} transfer --chain <code> --currency <coin> --to <address> --amount <coins>
                                  from the test wallet, or --from <address>
                                  --fail: it is on the chain, but reverted
  ${COMMAND} mine --chain <code> [--blocks <n>]
  ${COMMAND} finality --chain <code> --depth <n>
  ${COMMAND} reset                        delete everything but the credentials

  <coin> is a name, such as USDT or USDC.e, or the address of a contract.
  <target> is one of --order-no, --token, --order-id, --transaction-id,
  with --api where an order number is used on both.
  <list> has commas, or is none. A switch has a --no-… too.
  --control <url>  the control address (${DEFAULT_CONTROL})

Exit codes: 0 success, 1 failure, 2 invalid command line.`
