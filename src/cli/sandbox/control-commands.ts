import { parseArgs } from "node:util"
import { requestControl } from "./control-client"
import { DEFAULT_CONTROL, SANDBOX_HELP } from "./help"
import { UsageError, type Io } from "../io"
import { RULE_OPTIONS, ruleChange } from "./rule-options"
import { wholeNumber } from "../whole-number"

const STRING = { type: "string" } as const
const OPTIONS = {
  control: STRING,
  api: STRING,
  "order-no": STRING,
  token: STRING,
  "order-id": STRING,
  "transaction-id": STRING,
  method: STRING,
  amount: STRING,
  chain: STRING,
  "tx-hash": STRING,
  set: { type: "string", multiple: true },
  times: STRING,
  endpoint: STRING,
  event: STRING,
  ms: STRING,
  status: STRING,
  "retry-after": STRING,
  after: { type: "boolean" },
  force: { type: "boolean" },
  webhooks: { type: "boolean" },
  ...RULE_OPTIONS,
  help: { type: "boolean", short: "h" },
} as const

type Call = {
  method: "GET" | "POST" | "DELETE"
  path: string
  body?: object
}

function parse(args: string[]) {
  return parseArgs({
    args,
    options: OPTIONS,
    allowPositionals: true,
    allowNegative: true,
  })
}
type Values = ReturnType<typeof parse>["values"]

const CALL_FAULTS = [
  "delay",
  "status",
  "reset",
  "half",
  "broken_json",
  "hang",
  "spent_hash",
]

/** Faults that only webhooks have. */
const WEBHOOK_FAULTS = [
  "drop",
  "double",
  "reorder",
  "wrong_signature",
  "lost_answer",
]

const COMMANDS: Record<string, (operand: string, values: Values) => Call> = {
  state: () => ({ method: "GET", path: "/state" }),
  requests: () => ({ method: "GET", path: "/requests" }),
  webhooks: () => ({ method: "GET", path: "/webhooks" }),
  reset: () => post("/reset", {}),
  rules: (_, values) => {
    const change = ruleChange(values)
    return Object.keys(change).length > 0
      ? post("/rules", change)
      : { method: "GET", path: "/rules" }
  },
  pay: (_, values) =>
    post("/pay", {
      target: target(values),
      method: values.method,
      amount: values.amount,
      chain: values.chain,
      txHash: values["tx-hash"],
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
  fault: (kind, values) =>
    kind === "clear"
      ? { method: "DELETE", path: "/faults" }
      : fault(needed(kind, "a kind of fault, or clear"), values),
}

export const CONTROL_COMMANDS = Object.keys(COMMANDS)

/** Runs a subcommand on a running sandbox and prints its response as JSON. */
export async function runControlCommand(
  command: string,
  args: string[],
  io: Io
): Promise<void> {
  const { values, positionals } = parse(args)
  if (values.help) {
    io.out(SANDBOX_HELP)
    return
  }
  const [operand = "", ...rest] = positionals
  const takesOperand = ["trigger", "resend", "fault"].includes(command)
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

function post(path: string, body: object): Call {
  return { method: "POST", path, body }
}

function needed(operand: string, what: string): string {
  if (operand === "") {
    throw new UsageError(`Name ${what}.`)
  }
  return operand
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

function fault(kind: string, values: Values): Call {
  const number = (name: "times" | "ms" | "status" | "retry-after") =>
    values[name] === undefined
      ? undefined
      : wholeNumber(`--${name}`, values[name])
  const kinds = [...CALL_FAULTS, ...WEBHOOK_FAULTS]
  if (!kinds.includes(kind)) {
    throw new UsageError(
      `There is no fault ${kind}: choose ${kinds.join(", ")}.`
    )
  }
  const common = {
    kind,
    api: values.api,
    times: number("times"),
    ms: number("ms"),
  }
  if (values.webhooks || WEBHOOK_FAULTS.includes(kind)) {
    return post("/faults/webhooks", { ...common, event: values.event })
  }
  return post("/faults", {
    ...common,
    endpoint: values.endpoint,
    status: number("status"),
    retryAfter: number("retry-after"),
    after: values.after,
  })
}
