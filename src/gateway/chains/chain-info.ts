import type { Chain } from "../schemas/common"

/** Display data of a chain that the gateway identifies by a code. */
export type ChainInfo = {
  code: Chain
  name: string
  /** EIP-155 chain id, which a wallet is requested to switch to. */
  evmChainId: number
  explorer: {
    name: string
    /** Without a trailing slash. */
    url: string
  }
}
