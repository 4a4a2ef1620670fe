import type { ChainReader } from "../chain-reader"
import { fromBaseUnits } from "../coins"
import { balanceOf, isAnswered, type RpcError } from "../rpc"

const DECIMALS = 18

/** Coins of the network's own, such as ETH, as an exact decimal. */
export type NativeCoins = { coin: string; amount: string }

/**
 * Reads the balance of an address in the network's own coin, as its last final
 * block shows it. No log names a transfer of these coins.
 *
 * @param newest number of the latest block
 * @returns no coins where the endpoint refuses, since many nodes keep the state
 *   of few blocks only
 */
export async function readNativeCoins(
  { client, network, finality }: ChainReader,
  address: string,
  newest: number
): Promise<{ coins: NativeCoins | null; error: RpcError | null }> {
  const tag =
    typeof finality === "number" ? Math.max(0, newest - finality + 1) : finality
  const [balance] = await client.batch([balanceOf(address, tag)])
  if (!isAnswered(balance)) {
    return { coins: null, error: balance.code === "refused" ? null : balance }
  }
  const amount = fromBaseUnits(balance, DECIMALS)
  return { coins: { coin: network.native, amount }, error: null }
}
