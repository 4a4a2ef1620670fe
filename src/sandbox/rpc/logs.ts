import { eventsOf } from "../chain/transaction"
import type { NodeView } from "./node-view"
import type { LogFilter } from "./params"
import { invalidParams } from "./rpc-refusal"
import { logData } from "./wire"

type Log = ReturnType<typeof logData>

/** Result of `eth_getLogs`, in the order of blocks. @throws RpcRefusal */
export function logsOf(node: NodeView, filter: LogFilter): Log[] {
  const contracts = lowerCase(filter.address)
  const topics = (filter.topics ?? []).map(lowerCase)
  const logs = node
    .blocksOf(filter)
    .flatMap(eventsOf)
    .filter(({ token }) => fits(token.address, contracts))
    .map(logData)
    .filter(
      (log) =>
        topics.length <= log.topics.length &&
        topics.every((values, index) => fits(log.topics[index], values))
    )
  const { maxLogs } = node.rules
  if (maxLogs !== null && logs.length > maxLogs) {
    // The error of Alchemy.
    throw invalidParams(
      `Log response size exceeded. You can request any block range with a cap of ${maxLogs} logs in the response.`
    )
  }
  return logs
}

function lowerCase(values: string[] | null | undefined): Set<string> {
  return new Set(values?.map((value) => value.toLowerCase()))
}

/** Without values, anything fits. */
function fits(value: string | undefined, values: Set<string>): boolean {
  return values.size === 0 || (value !== undefined && values.has(value))
}
