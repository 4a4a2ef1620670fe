import type { RpcError } from "../rpc"

/** Problems of an endpoint. Translations have the same names. */
export type EndpointProblemCode =
  | "busy"
  | "unreachable"
  | "rate_limited"
  | "refused"
  | "bad_answer"
  | "wrong_chain"
  | "no_head"
  | "behind"
  | "no_finality"
  | "no_logs"
  | "late_logs"
  | "small_log_range"
  | "no_contract"
  | "not_a_coin"
  | "wrong_decimals"
  | "other_symbol"

export type EndpointProblem = {
  code: EndpointProblemCode
  /** `error`: the chain can't be read by this endpoint, or not correctly. */
  severity: "error" | "warning"
  /** Values that the sentences contain. */
  params: Readonly<Record<string, string | number>>
  /** The finding in English, without the endpoint's URL. */
  message: string
  /** The remedy in English. */
  remedy: string
}

type Params = EndpointProblem["params"]

/** The sentences of each problem. `host` is always among the parameters. */
const SENTENCES: Record<
  EndpointProblemCode,
  Pick<EndpointProblem, "severity"> & {
    message(params: Params): string
    remedy: string
  }
> = {
  busy: {
    severity: "error",
    message: ({ host }) =>
      `The endpoint ${host} was not tested: several connection tests are under way already.`,
    remedy: "Wait some seconds, then try again.",
  },
  unreachable: {
    severity: "error",
    message: ({ host }) =>
      `The endpoint ${host} did not answer, or answered with a server error.`,
    remedy: "Check its URL, and that this server may connect to it.",
  },
  rate_limited: {
    severity: "error",
    message: ({ host }) => `The endpoint ${host} was asked too often.`,
    remedy:
      "Wait a minute and test it again. Use a plan or an endpoint that allows more requests.",
  },
  refused: {
    severity: "error",
    message: ({ host }) => `The endpoint ${host} refuses requests.`,
    remedy:
      "Check the key in its URL, and that the key may be used for this network.",
  },
  bad_answer: {
    severity: "error",
    message: ({ host }) =>
      `${host} does not answer batches of JSON-RPC calls: it is not an endpoint, or it lacks something.`,
    remedy: "Enter the HTTPS URL of a JSON-RPC endpoint.",
  },
  wrong_chain: {
    severity: "error",
    message: ({ host, actual, actual_id, chain, chain_id }) =>
      `The endpoint ${host} is of ${actual} (chain id ${actual_id}), not of ${chain} (chain id ${chain_id}).`,
    remedy: "Enter the endpoint's URL for this network.",
  },
  no_head: {
    severity: "error",
    message: ({ host }) => `The endpoint ${host} knows no block.`,
    remedy: "Wait until its node has synchronized, or use another endpoint.",
  },
  behind: {
    severity: "warning",
    message: ({ host, minutes }) =>
      `The last block of the endpoint ${host} is ${minutes} minutes old.`,
    remedy:
      "Wait until its node has synchronized, or use another endpoint. Check this server's clock too.",
  },
  no_finality: {
    severity: "error",
    message: ({ host, tag }) =>
      `The endpoint ${host} does not know which block is ${tag}, so nothing would ever be final.`,
    remedy:
      "Use another endpoint, or set the finality of this network to a number of confirmations.",
  },
  no_logs: {
    severity: "error",
    message: ({ host }) =>
      `The endpoint ${host} returned no logs, so that transfers can't be found.`,
    remedy: "Use an endpoint that serves eth_getLogs.",
  },
  late_logs: {
    severity: "error",
    message: ({ host }) =>
      `The endpoint ${host} gave no answer to eth_getLogs in time, so that transfers can't be found.`,
    remedy:
      "Test it again later. Use a plan or an endpoint that answers eth_getLogs within seconds.",
  },
  small_log_range: {
    severity: "warning",
    message: ({ host, blocks }) =>
      `The endpoint ${host} returns logs of at most ${blocks} blocks at once, so that finding transfers takes many requests.`,
    remedy: "Use a plan or an endpoint with a larger range of eth_getLogs.",
  },
  no_contract: {
    severity: "error",
    message: ({ host, coin, address }) =>
      `The endpoint ${host} knows no contract of ${coin} at ${address}.`,
    remedy:
      "Check blockchain.tokens in medusa-config.ts, and that the endpoint is of the main network.",
  },
  not_a_coin: {
    severity: "error",
    message: ({ host, coin, address }) =>
      `The contract of ${coin} at ${address} gave no symbol and decimals at the endpoint ${host}.`,
    remedy:
      "Check blockchain.tokens in medusa-config.ts, and that the endpoint serves eth_call.",
  },
  wrong_decimals: {
    severity: "error",
    message: ({ host, coin, decimals, expected }) =>
      `${coin} has ${decimals} decimals at the endpoint ${host}, not ${expected}: amounts would be wrong.`,
    remedy:
      "Correct blockchain.tokens in medusa-config.ts, or use another endpoint.",
  },
  other_symbol: {
    severity: "warning",
    message: ({ coin, symbol }) =>
      `The contract of ${coin} calls itself ${symbol}.`,
    remedy: "Check its address in blockchain.tokens in medusa-config.ts.",
  },
}

export function endpointProblem(
  code: EndpointProblemCode,
  params: Params & { host: string }
): EndpointProblem {
  const { severity, message, remedy } = SENTENCES[code]
  return { code, severity, params, message: message(params), remedy }
}

/** The code and the endpoint of an error. */
export function problemOf({ code, host }: RpcError): EndpointProblem {
  return endpointProblem(code, { host })
}

/** Whether the endpoint answered, without what this call asks for. */
export function isRefusal({ code }: RpcError): boolean {
  return code === "refused" || code === "bad_answer"
}
