import type { Chain } from "../schemas/common"

/** What people and wallets call a network that the gateway knows by its code. */
export type ChainInfo = {
  code: Chain
  name: string
  /** As EIP-155 numbers it: what a wallet is asked to switch to. */
  evmChainId: number
  explorer: {
    name: string
    /** Without a trailing slash. */
    url: string
  }
}
