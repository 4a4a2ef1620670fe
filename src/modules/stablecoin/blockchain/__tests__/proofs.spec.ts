import { address, hash, node } from "../../../../blockchain/__tests__/node"
import { nodeTest } from "../../../../blockchain/__tests__/node-test"
import {
  type Answering,
  respond,
} from "../../../../blockchain/rpc/__tests__/rpc-server"
import { Proofs } from "../proofs"

const DESTINATION = address(1)
const NUMBERS = Array.from({ length: 12 }, (_, index) => index + 1)
const transfers = NUMBERS.map((block) => ({ block, to: DESTINATION }))

describe("paid payments whose transfers are read together", () => {
  const open = nodeTest()

  /** @returns the payments that are read again minutes later */
  async function delayed(answer: Answering): Promise<string[]> {
    const { reader } = await open(answer)
    const paid = NUMBERS.map((number) => ({
      id: `stpay_${number}`,
      amount: "10.50",
      currency: "USDC",
      destination_address: DESTINATION,
      tx_hash: hash(number),
      proof: null,
      created_at: new Date(0),
    }))
    const ids: string[] = []
    const proofs = new Proofs({
      repository: {
        payments: {
          listToProve: async () => paid,
          proveAgain: async (id: string) => void ids.push(id),
        },
        refunds: { listToProve: async () => [] },
        deposits: { readPositions: async () => new Map() },
      },
      payments: { apply: async () => ({ changed: true }) },
      clients: { reader: async () => reader },
    } as unknown as ConstructorParameters<typeof Proofs>[0])
    await proofs.proveDue("POLYGON")
    return ids
  }

  it("are all read in the next pass where their endpoint stops answering", async () => {
    const { answer } = node({ transfers })
    const last = hash(12)
    const limited: Answering = (asked, response) =>
      JSON.stringify(asked).includes(last)
        ? respond(response, 429, "")
        : answer(asked, response)
    expect(await delayed(limited)).toEqual([])
  })

  it("are not delayed by one that alone has no answer", async () => {
    const { answer } = node({ transfers, results: { [hash(2)]: {} } })
    expect(await delayed(answer)).toEqual(["stpay_2"])
  })
})
