import { UsageError } from "../io"
import { type Call, needed, numberOf, post, type Values } from "./call"

const CALL_FAULTS = [
  "delay",
  "status",
  "reset",
  "half",
  "broken_json",
  "hang",
  "spent_hash",
  "unchecked_confirmation",
]

/** Faults that only webhooks have. */
const WEBHOOK_FAULTS = [
  "drop",
  "double",
  "reorder",
  "wrong_signature",
  "lost_answer",
]

/** Faults that only JSON-RPC has. */
const RPC_FAULTS = ["rpc_error", "lag"]

const KINDS = [...CALL_FAULTS, ...WEBHOOK_FAULTS, ...RPC_FAULTS]

/** `sandbox fault <kind>`, or `clear`. @throws UsageError */
export function faultCall(operand: string, values: Values): Call {
  const kind = needed(operand, "a kind of fault, or clear")
  if (kind === "clear") {
    return { method: "DELETE", path: "/faults" }
  }
  if (!KINDS.includes(kind)) {
    throw new UsageError(
      `There is no fault ${kind}: choose ${KINDS.join(", ")}.`
    )
  }
  const isRpc = values.rpc || RPC_FAULTS.includes(kind)
  const common = {
    kind,
    times:
      isRpc && values.times === "always" ? "always" : numberOf(values, "times"),
    ms: numberOf(values, "ms"),
  }
  if (values.webhooks || WEBHOOK_FAULTS.includes(kind)) {
    const { api, event } = values
    return post("/faults/webhooks", { ...common, api, event })
  }
  const response = {
    status: numberOf(values, "status"),
    retryAfter: numberOf(values, "retry-after"),
  }
  if (isRpc) {
    const { chain, node, method, message } = values
    return post("/faults/rpc", {
      ...common,
      ...response,
      chain,
      node,
      method,
      code: codeOf(values),
      message,
      blocks: numberOf(values, "blocks"),
    })
  }
  const { api, endpoint, after } = values
  return post("/faults", { ...common, ...response, api, endpoint, after })
}

/** A code of JSON-RPC, which is negative. */
function codeOf({ code }: Values): number | undefined {
  if (code !== undefined && !/^-?\d+$/.test(code)) {
    throw new UsageError(`--code is a number such as -32005, not ${code}.`)
  }
  return code === undefined ? undefined : Number(code)
}
