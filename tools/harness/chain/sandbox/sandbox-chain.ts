import { fromBaseUnits } from "../../../../src/blockchain/coins"
import type { Network } from "../../../../src/blockchain/networks"
import type { Chain as ChainCode } from "../../../../src/gateway"
import { createSandbox } from "../../../../packages/sandbox/src"
import { newAddress } from "../../../../packages/sandbox/src/chain/transfer"
import type { TestChain, TestTransfer } from "../test-chain"

/** Blocks behind the head that are not final. */
const FINALITY_DEPTH = 2

/** Starts a sandbox, whose simulated chain of a network is tested. */
export async function startSandboxChain(network: Network): Promise<TestChain> {
  const sandbox = await createSandbox({ finality: FINALITY_DEPTH })
  const chain = sandbox.chain(network.chain as ChainCode)
  const sender = newAddress()
  const input = ({ token, to, units }: TestTransfer) => ({
    currency: token,
    from: sender,
    to,
    amount: fromBaseUnits(units, chain.coinOf(token).decimals),
  })
  return {
    url: `${sandbox.urls.rpc}/${chain.code}`,
    network,
    finalityDepth: FINALITY_DEPTH,
    sender,
    transfer: async (one) => chain.send([input(one)])[0]!.txHash,
    failedTransfer: async (one) =>
      chain.send([input(one)], "reverted")[0]!.txHash,
    batchTransfer: async (token, transfers) =>
      chain.send(transfers.map((one) => input({ ...one, token })))[0]!.txHash,
    deployToken: async () => newAddress(),
    mine: async (blocks) => void chain.mine(blocks),
    finalize: async () => void chain.mine(FINALITY_DEPTH),
    close: () => sandbox.close(),
  }
}
