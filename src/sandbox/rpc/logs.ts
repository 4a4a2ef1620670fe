import { eventsOf } from "../chain/transaction"
import type { NodeView } from "./node-view"
import type { LogFilter } from "./params"
import { logData } from "./wire"

type Log = ReturnType<typeof logData>

/** Result of `eth_getLogs`, in the order of blocks. @throws RpcRefusal */
export function logsOf(node: NodeView, filter: LogFilter): Log[] {
  const contracts = lowerCase(filter.address)
  const topics = (filter.topics ?? []).map(lowerCase)
  return node
    .blocksOf(filter)
    .flatMap(eventsOf)
    .filter(({ token }) => fits(token.address, contracts))
    .map(logData)
    .filter(
      (log) =>
        topics.length <= log.topics.length &&
        topics.every((values, index) => fits(log.topics[index], values))
    )
}

function lowerCase(values: string[] | null | undefined): Set<string> {
  return new Set(values?.map((value) => value.toLowerCase()))
}

/** Without values, anything fits. */
function fits(value: string | undefined, values: Set<string>): boolean {
  return values.size === 0 || (value !== undefined && values.has(value))
}
