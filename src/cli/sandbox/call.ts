import { parseArgs } from "node:util"
import { UsageError } from "../io"
import { wholeNumber } from "../whole-number"
import { RULE_OPTIONS } from "./rule-options"

const STRING = { type: "string" } as const
const BOOLEAN = { type: "boolean" } as const

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
  currency: STRING,
  "tx-hash": STRING,
  confirm: BOOLEAN,
  from: STRING,
  to: STRING,
  fail: BOOLEAN,
  blocks: STRING,
  depth: STRING,
  keep: BOOLEAN,
  set: { type: "string", multiple: true },
  times: STRING,
  endpoint: STRING,
  event: STRING,
  node: STRING,
  ms: STRING,
  status: STRING,
  "retry-after": STRING,
  code: STRING,
  message: STRING,
  after: BOOLEAN,
  force: BOOLEAN,
  webhooks: BOOLEAN,
  rpc: BOOLEAN,
  ...RULE_OPTIONS,
  help: { type: "boolean", short: "h" },
} as const

/** Parses the command line of a control command. */
export function parseControl(args: string[]) {
  return parseArgs({
    args,
    options: OPTIONS,
    allowPositionals: true,
    allowNegative: true,
  })
}

export type Values = ReturnType<typeof parseControl>["values"]

/** A request to the control address. */
export type Call = {
  method: "GET" | "POST" | "DELETE"
  path: string
  body?: object
}

/** Makes the request of a command. @throws UsageError */
export type Command = (operand: string, values: Values) => Call

export function get(path: string): Call {
  return { method: "GET", path }
}

export function post(path: string, body: object): Call {
  return { method: "POST", path, body }
}

/** @throws UsageError if the operand is missing */
export function needed(operand: string, what: string): string {
  if (operand === "") {
    throw new UsageError(`Name ${what}.`)
  }
  return operand
}

/** @throws UsageError if an option is not a whole number */
export function numberOf(
  values: Values,
  name: "blocks" | "depth" | "ms" | "status" | "retry-after" | "times"
): number | undefined {
  const value = values[name]
  return value === undefined ? undefined : wholeNumber(`--${name}`, value)
}
