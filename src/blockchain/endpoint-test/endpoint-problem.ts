import type { RpcError } from "../rpc"

type Params = Readonly<Record<string, string | number>>

/** The finding and the remedy of each problem, without the endpoint's URL. */
const SENTENCES = {
  unreachable: [
    ({ host }) =>
      `The endpoint ${host} did not answer, or answered with a server error.`,
    "Check its URL, and that this server may connect to it.",
  ],
  rate_limited: [
    ({ host }) => `The endpoint ${host} was asked too often.`,
    "Use a plan or an endpoint that allows more requests.",
  ],
  refused: [
    ({ host }) => `The endpoint ${host} refuses requests.`,
    "Check the key in its URL, and that the key may be used for this network.",
  ],
  bad_answer: [
    ({ host }) =>
      `${host} does not answer batches of JSON-RPC calls: it is not an endpoint, or it lacks something.`,
    "Set the URL of a JSON-RPC endpoint.",
  ],
  wrong_chain: [
    ({ host, actual, actual_id, chain, chain_id }) =>
      `The endpoint ${host} is of ${actual} (chain id ${actual_id}), not of ${chain} (chain id ${chain_id}).`,
    "Set the endpoint's URL for this network.",
  ],
  no_head: [
    ({ host }) => `The endpoint ${host} knows no block.`,
    "Wait until its node has synchronized, or use another endpoint.",
  ],
  behind: [
    ({ host, minutes }) =>
      `The last block of the endpoint ${host} is ${minutes} minutes old.`,
    "Wait until its node has synchronized, or use another endpoint. Check this server's clock too.",
  ],
  no_finality: [
    ({ host, tag }) =>
      `The endpoint ${host} does not know which block is ${tag}, so nothing would ever be final.`,
    "Use another endpoint, or set the finality of this network to a number of confirmations.",
  ],
  no_logs: [
    ({ host }) =>
      `The endpoint ${host} returned no logs in time, so that transfers can't be found.`,
    "Use an endpoint that answers eth_getLogs within seconds.",
  ],
  small_log_range: [
    ({ host, blocks }) =>
      `The endpoint ${host} returns logs of at most ${blocks} blocks at once, so that finding transfers takes many requests.`,
    "Use a plan or an endpoint with a larger range of eth_getLogs.",
  ],
  no_contract: [
    ({ host, coin, address }) =>
      `The endpoint ${host} knows no contract of ${coin} at ${address}.`,
    "Check blockchain.tokens in medusa-config.ts, and that the endpoint is of the main network.",
  ],
  not_a_coin: [
    ({ host, coin, address }) =>
      `The contract of ${coin} at ${address} gave no symbol and decimals at the endpoint ${host}.`,
    "Check blockchain.tokens in medusa-config.ts, and that the endpoint serves eth_call.",
  ],
  wrong_decimals: [
    ({ host, coin, decimals, expected }) =>
      `${coin} has ${decimals} decimals at the endpoint ${host}, not ${expected}: amounts would be wrong.`,
    "Correct blockchain.tokens in medusa-config.ts, or use another endpoint.",
  ],
  other_symbol: [
    ({ coin, symbol }) => `The contract of ${coin} calls itself ${symbol}.`,
    "Check its address in blockchain.tokens in medusa-config.ts.",
  ],
} satisfies Record<
  string,
  [finding: (params: Params) => string, remedy: string]
>

export type EndpointProblemCode = keyof typeof SENTENCES

export type EndpointProblem = {
  code: EndpointProblemCode
  message: string
  remedy: string
}

export function endpointProblem(
  code: EndpointProblemCode,
  params: Params & { host: string }
): EndpointProblem {
  const [finding, remedy] = SENTENCES[code]
  return { code, message: finding(params), remedy }
}

/** The problem of an endpoint that gave an error. */
export function problemOf({ code, host }: RpcError): EndpointProblem {
  return endpointProblem(code, { host })
}

/** Whether the endpoint answered, without what this call asks for. */
export function isRefusal({ code }: RpcError): boolean {
  return code === "refused" || code === "bad_answer"
}
