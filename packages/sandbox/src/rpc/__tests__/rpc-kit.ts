import type { Chain } from "../../../../../src/gateway/schemas"
import type { Sandbox } from "../../index"

export type RpcAnswer = {
  result?: unknown
  error?: { code: number; message: string }
}

/** Posts a body to a chain's JSON-RPC, without the plugin's own client. */
export function post(
  sandbox: Sandbox,
  chain: string,
  body: unknown
): Promise<Response> {
  return fetch(`${sandbox.urls.rpc}/${chain}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
}

/** Calls a method, without the plugin's own client. */
export async function rpc(
  sandbox: Sandbox,
  chain: Chain,
  method: string,
  ...params: unknown[]
): Promise<RpcAnswer> {
  const call = { jsonrpc: "2.0", id: 1, method, params }
  const response = await post(sandbox, chain, call)
  return (await response.json()) as RpcAnswer
}

/** A transfer of 10.5 coins between two new accounts. */
export async function transferred(
  { chain }: Sandbox,
  on: { chain: Chain; currency: string } = {
    chain: "POLYGON",
    currency: "USDT",
  }
) {
  const from = await chain.createAccount()
  const to = await chain.createAccount()
  await chain.faucet({ ...on, to: from, amount: "100" })
  return await chain.transfer({ ...on, from, to, amount: "10.5" })
}
