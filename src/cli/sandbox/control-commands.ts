import { UsageError, type Io } from "../io"
import {
  type Command,
  get,
  needed,
  parseControl,
  post,
  type Values,
} from "./call"
import { CHAIN_COMMANDS } from "./chain-commands"
import { requestControl } from "./control-client"
import { faultCall } from "./fault-command"
import { DEFAULT_CONTROL, SANDBOX_HELP } from "./help"
import { ruleChange } from "./rule-options"

const COMMANDS: Record<string, Command> = {
  ...CHAIN_COMMANDS,
  state: () => get("/state"),
  requests: () => get("/requests"),
  webhooks: () => get("/webhooks"),
  reset: () => post("/reset", {}),
  rules: (_, values) => {
    const change = ruleChange(values)
    return Object.keys(change).length > 0
      ? post("/rules", change)
      : get("/rules")
  },
  pay: (_, values) =>
    post("/pay", {
      target: target(values),
      method: values.method,
      amount: values.amount,
      chain: values.chain,
      currency: values.currency,
      txHash: values["tx-hash"],
      confirm: values.confirm,
    }),
  fail: (_, values) => post("/fail", { target: target(values) }),
  cancel: (_, values) => post("/cancel", { target: target(values) }),
  trigger: (event, values) =>
    post("/trigger", {
      event: needed(event, "an event, such as payment.success"),
      target: target(values),
      overrides: overrides(values.set ?? []),
      force: values.force,
    }),
  resend: (id) => {
    const named = needed(id, "the id of a webhook")
    return post(`/webhooks/${encodeURIComponent(named)}/resend`, {})
  },
  fault: faultCall,
}

/** Commands with an operand besides their options. */
const WITH_OPERAND = ["trigger", "resend", "fault"]

export const CONTROL_COMMANDS = Object.keys(COMMANDS)

/** Runs a subcommand on a running sandbox and prints its response as JSON. */
export async function runControlCommand(
  command: string,
  args: string[],
  io: Io
): Promise<void> {
  const { values, positionals } = parseControl(args)
  if (values.help) {
    io.out(SANDBOX_HELP)
    return
  }
  const [operand = "", ...rest] = positionals
  const takesOperand = WITH_OPERAND.includes(command)
  const superfluous = takesOperand ? rest[0] : positionals[0]
  if (superfluous !== undefined) {
    throw new UsageError(`${command} does not take "${superfluous}".`)
  }
  const call = COMMANDS[command]?.(operand, values)
  if (!call) {
    throw new UsageError(`There is no command ${command}.`)
  }
  const control = values.control ?? DEFAULT_CONTROL
  const answer = await requestControl(
    control,
    call.method,
    call.path,
    call.body
  )
  io.out(JSON.stringify(answer, null, 2))
}

function target(values: Values): object {
  const names = {
    orderNo: values["order-no"],
    token: values.token,
    orderId: values["order-id"],
    transactionId: values["transaction-id"],
  }
  const given = Object.entries(names).filter(([, value]) => value !== undefined)
  if (given.length !== 1) {
    throw new UsageError(
      "Name the payment by exactly one of --order-no, --token, --order-id, --transaction-id."
    )
  }
  return { ...Object.fromEntries(given), api: values.api }
}

/** Parses JSON values: `amount=9.99` is a number, `order_no=A-1` a string. */
function overrides(settings: string[]): Record<string, unknown> {
  return Object.fromEntries(
    settings.map((setting) => {
      const at = setting.indexOf("=")
      if (at < 1) {
        throw new UsageError(`--set is <field>=<value>, not ${setting}.`)
      }
      const value = setting.slice(at + 1)
      return [setting.slice(0, at), jsonOrText(value)]
    })
  )
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
