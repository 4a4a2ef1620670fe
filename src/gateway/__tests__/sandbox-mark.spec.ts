import { BusinessOrderClient, MerchantCheckoutClient, testConnection } from ".."
import {
  answer,
  closersOfTests,
  CREDENTIALS,
  hostedSuccess,
  listen,
  onchainSuccess,
  onchainToken,
  ORDER_ID,
} from "./doubles"

const MARK = { "x-stablecoin-sandbox": "1" }

describe("the sandbox as a gateway", () => {
  const closers = closersOfTests()

  /**
   * Opens a gateway of both APIs whose responses are marked according to
   * `marks`, call by call. The last mark applies to all further calls.
   */
  async function open(...marks: { status?: number; marked: boolean }[]) {
    let call = 0
    const gateway = await listen((response, { path }) => {
      const { status = 200, marked } =
        marks[Math.min(call++, marks.length - 1)]!
      const body = path.includes("/auth/")
        ? onchainToken("token_1")
        : path.endsWith("/verify")
          ? hostedSuccess({ access_token: "token_1" })
          : path.startsWith("/merchant/")
            ? hostedSuccess({ currencies: [] })
            : onchainSuccess({ order_id: ORDER_ID, status: "pending" })
      answer(response, status, body, marked ? MARK : {})
    })
    closers.push(gateway.close)
    return { ...CREDENTIALS, baseUrl: gateway.baseUrl, retries: 0 }
  }

  it.each(["hosted", "onchain"] as const)(
    "is detected by a connection test: %s",
    async (rail) => {
      const sandbox = await testConnection(rail, await open({ marked: true }))
      expect(sandbox).toMatchObject({ ok: true, sandbox: true })
      const gateway = await testConnection(rail, await open({ marked: false }))
      expect(gateway).toMatchObject({ ok: true, sandbox: false })
    }
  )

  it("is detected by a client from the first response", async () => {
    const hosted = new MerchantCheckoutClient(await open({ marked: true }))
    closers.push(() => hosted.close())
    expect(hosted.isSandbox).toBe(false)
    await hosted.verify()
    expect(hosted.isSandbox).toBe(true)
  })

  it("stays detected after a proxy's error, until a real gateway responds", async () => {
    const client = new BusinessOrderClient(
      await open(
        { marked: true },
        { marked: false, status: 502 },
        { marked: false }
      )
    )
    closers.push(() => client.close())
    await client.verify()
    await expect(client.getOrder(ORDER_ID)).rejects.toThrow("502")
    expect(client.isSandbox).toBe(true)
    await client.getOrder(ORDER_ID)
    expect(client.isSandbox).toBe(false)
  })
})
