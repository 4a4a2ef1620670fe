import { waitFor } from "../../harness/wait-for"
import {
  healthOf,
  newBody,
  receiverTest,
  sendTo,
} from "../setup/gateway/receiver-test"
import { LossyNetwork } from "../setup/postgres/lossy-network"

/** Far less than TCP takes to give a connection up, which is 15 minutes. */
const SOON = { timeoutMs: 40_000 }

receiverTest((bench) => {
  let network: LossyNetwork
  beforeEach(async () => {
    network = await LossyNetwork.open(bench.databaseUrl)
  })
  afterEach(() => network.close())

  const frozen = async () => {
    const receiver = await bench.start({ env: { DATABASE_URL: network.url } })
    const first = newBody("onchain")
    expect((await sendTo(receiver, "onchain", first)).status).toBe(200)
    network.dropConnections()
    return receiver
  }

  it("connects again when the network has dropped its connections", async () => {
    const receiver = await frozen()
    const body = newBody("onchain")
    expect((await sendTo(receiver, "onchain", body)).status).toBe(200)
    await waitFor(
      "the webhook",
      async () => (await bench.stored()).includes(body),
      SOON
    )
    const ready = async (): Promise<boolean> => {
      const { body } = await healthOf(receiver)
      return (body as { status: string }).status === "ready"
    }
    await waitFor("it to be ready", ready, SOON)
  })

  it("ends soon when the network has dropped its connections", async () => {
    const receiver = await frozen()
    const bodies = Array.from({ length: 8 }, () => newBody("onchain"))
    const answers = await Promise.all(
      bodies.map((body) => sendTo(receiver, "onchain", body))
    )
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const since = performance.now()
    expect(await receiver.end()).toBe(0)
    expect(performance.now() - since).toBeLessThan(SOON.timeoutMs)
  })
})
