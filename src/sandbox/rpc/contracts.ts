import type { NetworkChain } from "../chain/network-chain"
import type { TokenContract } from "../chain/token-contracts"
import { abiString, word } from "./hex"
import { RpcRefusal } from "./rpc-refusal"

const SYMBOL = "0x95d89b41"
const DECIMALS = "0x313ce567"
const BALANCE_OF = "0x70a08231"

/** A contract that only stops, which is enough to be one. */
const CODE = "0x00"

/** Result of `eth_getCode`: "0x" where there is no contract. */
export function codeAt(chain: NetworkChain, address: string): string {
  return chain.tokens.at(address) ? CODE : "0x"
}

/**
 * Result of `eth_call`: "0x" where there is no contract.
 *
 * @throws RpcRefusal if the contract has no such function
 */
export function callContract(
  chain: NetworkChain,
  to: string,
  input: string
): string {
  const token = chain.tokens.at(to)
  return token ? callToken(token, input) : "0x"
}

function callToken(
  { symbol, decimals, balances }: TokenContract,
  input: string
): string {
  switch (input.slice(0, 10).toLowerCase()) {
    case SYMBOL:
      return abiString(symbol)
    case DECIMALS:
      return `0x${word(decimals)}`
    case BALANCE_OF:
      return `0x${word(balances.get(addressIn(input)) ?? 0n)}`
    default:
      throw reverted()
  }
}

/** The address that is the only argument. */
function addressIn(input: string): string {
  const [, address] = /^0x.{8}0{24}([0-9a-f]{40})/i.exec(input) ?? []
  if (!address) {
    throw reverted()
  }
  return `0x${address.toLowerCase()}`
}

function reverted(): RpcRefusal {
  return new RpcRefusal(-32000, "execution reverted")
}
