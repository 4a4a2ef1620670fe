import type { MemoryChain } from "../chain/memory-chain"
import type { NetworkChain } from "../chain/network-chain"
import type { TokenContract } from "../chain/token-contracts"
import { abiString, word } from "./hex"
import { RpcRefusal } from "./rpc-refusal"

const SYMBOL = "0x95d89b41"
const DECIMALS = "0x313ce567"
const BALANCE_OF = "0x70a08231"
const IS_SANCTIONED = "0xdf592f7d"

/** A contract that only stops, which is enough to be one. */
const CODE = "0x00"

/** Result of `eth_getCode`: "0x" where there is no contract. */
export function codeAt(chain: NetworkChain, address: string): string {
  return chain.tokens.at(address) || isOracle(chain, address) ? CODE : "0x"
}

/**
 * Result of `eth_call`: "0x" where there is no contract.
 *
 * @throws RpcRefusal if the contract has no such function
 */
export function callContract(
  chain: NetworkChain,
  sanctions: Pick<MemoryChain, "isSanctioned">,
  to: string,
  input: string
): string {
  const selector = input.slice(0, 10).toLowerCase()
  const token = chain.tokens.at(to)
  if (token) {
    return callToken(token, selector, input)
  }
  if (!isOracle(chain, to)) {
    return "0x"
  }
  if (selector !== IS_SANCTIONED) {
    throw reverted()
  }
  const isListed = sanctions.isSanctioned(addressIn(input))
  return `0x${word(isListed ? 1 : 0)}`
}

function callToken(
  { symbol, decimals, balances }: TokenContract,
  selector: string,
  input: string
): string {
  switch (selector) {
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

function isOracle({ network }: NetworkChain, address: string): boolean {
  const oracle = network.sanctionsOracle.address
  return address.toLowerCase() === oracle.toLowerCase()
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
