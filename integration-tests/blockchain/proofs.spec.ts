import type { TestTransfer } from "../../tools/harness/chain/test-chain"
import { bsc } from "../../src/blockchain/networks"
import { polygon } from "../../src/blockchain/networks"
import { newAddress } from "./addresses"
import { onEachChain, onRealChain, type ReadChain } from "./chains"
import { verdictOf } from "./verdict"

/** A payment of 10.50 USDT to an address of its own. */
function payment({ chain }: ReadChain): TestTransfer {
  const { address, decimals } = chain.network.tokens.USDT!
  return {
    token: address,
    to: newAddress(),
    units: 105n * 10n ** BigInt(decimals - 1),
  }
}

describe.each([
  { network: polygon, decimals: 6 },
  { network: bsc, decimals: 18 },
])("a transfer of a coin with $decimals decimals", ({ network }) => {
  onEachChain(network, (chain) => {
    it("is proven to the last unit, with its sender and place", async () => {
      const due = payment(chain())
      const hash = await chain().chain.transfer(due)
      await chain().chain.finalize()
      expect(await verdictOf(chain(), hash, due)).toMatchObject({
        status: "proven",
        proof: { tx_hash: hash, sender: chain().chain.sender, log_index: 0 },
      })
    })
  })
})

describe("a reported transfer", () => {
  onEachChain(polygon, (chain) => {
    it("is only found until its block is final", async () => {
      const due = payment(chain())
      const { finalityDepth, mine, transfer } = chain().chain
      const hash = await transfer(due)
      expect(await verdictOf(chain(), hash, due)).toMatchObject({
        status: "found",
      })
      await mine(finalityDepth - 1)
      expect(await verdictOf(chain(), hash, due)).toMatchObject({
        status: "found",
      })
      await mine(1)
      expect(await verdictOf(chain(), hash, due)).toMatchObject({
        status: "proven",
      })
    })

    it("is not found when its hash is invented", async () => {
      const invented = `0x${"ab".repeat(32)}`
      expect(
        await verdictOf(chain(), invented, payment(chain()))
      ).toMatchObject({
        status: "not_found",
      })
    })

    it("is proven by the first transfer of a transaction that pays it twice", async () => {
      const due = payment(chain())
      const hash = await chain().chain.batchTransfer(due.token, [due, due])
      await chain().chain.finalize()
      expect(await verdictOf(chain(), hash, due)).toMatchObject({
        status: "proven",
        proof: { log_index: 0 },
      })
    })

    it("is contradicted by a transaction that failed", async () => {
      const due = payment(chain())
      const hash = await chain().chain.failedTransfer(due)
      expect(await verdictOf(chain(), hash, due)).toMatchObject({
        status: "contradicted",
        proof: { reason: "failed" },
      })
    })
  })

  onRealChain(polygon, (chain) => {
    it("is contradicted by a stranger's coin of the same name, which may not even move", async () => {
      const due = payment(chain())
      const token = await chain().chain.deployToken("USDT", 6)
      const lies = [
        await chain().chain.transfer({ ...due, token }),
        await chain().chain.emitWithoutMoving({ ...due, token }),
      ]
      for (const hash of lies) {
        expect(await verdictOf(chain(), hash, due)).toMatchObject({
          status: "contradicted",
          proof: { reason: "no_transfer", found_instead: null },
        })
      }
    })
  })
})
