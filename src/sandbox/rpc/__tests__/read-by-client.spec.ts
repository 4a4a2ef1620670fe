import { NETWORKS } from "../../../blockchain/networks"
import { toBaseUnits } from "../../../blockchain/base-units"
import { proveTransfer } from "../../../blockchain/prove-transfer"
import {
  blockOf,
  chainId,
  logsOf,
  receiptOf,
  type RpcCall,
  RpcEndpoint,
} from "../../../blockchain/rpc"
import {
  readTransferLog,
  TRANSFER_TOPIC,
} from "../../../blockchain/transfer-log"
import { createSandbox, type Receipt, type Sandbox } from "../../index"
import { transferred } from "./rpc-kit"

/** The plugin's own client, which shares no code with the sandbox. */
describe.each(NETWORKS)("the client of $chain", (network) => {
  const chain = network.chain as Receipt["chain"]
  let sandbox: Sandbox
  let endpoint: RpcEndpoint

  beforeAll(async () => {
    sandbox = await createSandbox({ finality: 2 })
    endpoint = new RpcEndpoint({
      url: `${sandbox.urls.rpc}/${chain}`,
    })
  })
  afterAll(async () => {
    await endpoint.close()
    await sandbox.close()
  })

  async function ask<T>(call: RpcCall<T>): Promise<T> {
    const [result] = await endpoint.batch([call])
    if (!result.ok) {
      throw result.error
    }
    return result.value
  }

  const verdict = async ({ txHash, to, amount, currency }: Receipt) => {
    const token = network.tokens[currency]!
    const receipt = await ask(receiptOf(txHash))
    const final = await ask(blockOf("finalized"))
    const reported = {
      tx_hash: txHash,
      token,
      destination_address: to,
      units: toBaseUnits(amount, token.decimals),
    }
    return proveTransfer(reported, receipt, final!.number, network)
  }

  it("knows the chain id", async () => {
    expect(await ask(chainId())).toBe(network.evmChainId)
  })

  it.each(Object.keys(network.tokens))(
    "proves a transfer of %s once its block is final",
    async (currency) => {
      const sent = await transferred(sandbox, { chain, currency })
      expect(await verdict(sent)).toMatchObject({
        is: "found",
        block: { number: sent.block },
        transfers: [{ from: sent.from, to: sent.to }],
      })
      sandbox.chain.mine(chain, 2)
      expect(await verdict(sent)).toMatchObject({ is: "proven" })
    }
  )

  it("no longer finds a transfer after a reorganization", async () => {
    const sent = await transferred(sandbox, { chain, currency: "USDC" })
    sandbox.chain.reorg(chain, 1)
    expect(await verdict(sent)).toEqual({ is: "not_found" })
  })

  it("finds the transfers to an address in the logs", async () => {
    const sent = await transferred(sandbox, { chain, currency: "USDT" })
    const latest = await ask(blockOf("latest"))
    const logs = await ask(
      logsOf({
        fromBlock: 0,
        toBlock: latest!.number,
        addresses: Object.values(network.tokens).map(({ address }) => address),
        topics: [
          [TRANSFER_TOPIC],
          null,
          [`0x${sent.to.slice(2).padStart(64, "0")}`],
        ],
      })
    )
    expect(logs.map(readTransferLog)).toEqual([
      expect.objectContaining({
        token: network.tokens.USDT!.address.toLowerCase(),
        from: sent.from,
        units: toBaseUnits("10.5", network.tokens.USDT!.decimals),
      }),
    ])
    expect(logs[0]).toMatchObject({ transactionHash: sent.txHash })
  })
})
