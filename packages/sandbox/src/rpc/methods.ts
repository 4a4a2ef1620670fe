import { z } from "zod"
import type { NetworkChain } from "../chain/network-chain"
import type { Transfer } from "../chain/transfer"
import { toBaseUnits } from "../chain/units"
import { addressWord, blockData, logData } from "./wire"
import { quantity, receiptData, TRANSFER } from "./wire"

/** A call that a node refuses, as JSON-RPC's `error`. */
export class RpcRefusal extends Error {
  override readonly name = "RpcRefusal"

  constructor(
    readonly code: number,
    message: string
  ) {
    super(message)
  }
}

const number = z
  .string()
  .regex(/^0x(0|[1-9a-f][0-9a-f]*)$/i)
  .transform((hex) => Number(hex))
const tag = z.union([number, z.enum(["latest", "safe", "finalized"])])
const hash = z.string().regex(/^0x[0-9a-f]{64}$/i)
const address = z.string().regex(/^0x[0-9a-f]{40}$/i)
const filter = z.object({
  fromBlock: tag,
  toBlock: tag,
  address: z.array(address),
  /** Each topic is any of its values; null or empty: any. */
  topics: z.array(z.array(hash).nullable()).max(4),
})

/** The methods that the plugin calls. Each throws RpcRefusal. */
const METHODS = {
  eth_chainId: method(z.tuple([]), ({ network }) =>
    quantity(network.evmChainId)
  ),
  eth_getBlockByNumber: method(
    z.tuple([tag, z.literal(false)]),
    (chain, name) => {
      const block = numberOf(chain, name)
      return block > chain.head.block ? null : blockData(chain, block)
    }
  ),
  eth_getTransactionReceipt: method(z.tuple([hash]), (chain, txHash) => {
    const transfers = chain.find(txHash)
    return transfers[0] ? receiptData(chain, transfers) : null
  }),
  eth_getLogs: method(z.tuple([filter]), logsOf),
  eth_getBalance: method(z.tuple([address, tag]), (chain, holder, name) => {
    const last = numberOf(chain, name)
    const { native } = chain.network
    const units = chain.transfers
      .filter(({ currency, block }) => currency === native && block <= last)
      .filter(({ to }) => to === holder.toLowerCase())
      .reduce((sum, { amount }) => sum + toBaseUnits(amount, 18), 0n)
    return quantity(units)
  }),
}

/** Executes a call. @throws RpcRefusal */
export function execute(
  chain: NetworkChain,
  name: string,
  params: unknown
): unknown {
  const run = Object.hasOwn(METHODS, name)
    ? METHODS[name as keyof typeof METHODS]
    : undefined
  if (!run) {
    throw new RpcRefusal(-32601, `the method ${name} does not exist`)
  }
  return run(chain, params)
}

function method<S extends z.ZodType<unknown[]>>(
  schema: S,
  run: (chain: NetworkChain, ...params: z.output<S>) => unknown
) {
  return (chain: NetworkChain, params: unknown): unknown => {
    const parsed = schema.safeParse(params)
    if (!parsed.success) {
      throw new RpcRefusal(-32602, z.prettifyError(parsed.error))
    }
    return run(chain, ...parsed.data)
  }
}

/** The number of a block, which the network may not have yet. */
function numberOf({ head }: NetworkChain, name: z.output<typeof tag>): number {
  if (typeof name === "number") {
    return name
  }
  return name === "latest" ? head.block : head.finalized
}

function logsOf(
  chain: NetworkChain,
  { fromBlock, toBlock, address: contracts, topics }: z.output<typeof filter>
) {
  const [first, last] = [numberOf(chain, fromBlock), numberOf(chain, toBlock)]
  if (last < first) {
    throw new RpcRefusal(-32602, "invalid block range params")
  }
  const addresses = lowerCase(contracts)
  const wanted = topics.map((values) => lowerCase(values ?? []))
  const isWanted = ({ currency, from, to }: Transfer): boolean =>
    fits(chain.coinOf(currency).address, addresses) &&
    [TRANSFER, addressWord(from), addressWord(to)].every((topic, index) =>
      fits(topic, wanted[index] ?? new Set())
    )
  return chain.transfers
    .filter(({ block }) => block >= first && block <= last)
    .filter((transfer) => isWanted(transfer))
    .flatMap((transfer) => logData(chain, transfer) ?? [])
}

function lowerCase(values: string[]): Set<string> {
  return new Set(values.map((value) => value.toLowerCase()))
}

/** Without values, anything fits. */
function fits(value: string | null, values: Set<string>): boolean {
  return values.size === 0 || (value !== null && values.has(value))
}
