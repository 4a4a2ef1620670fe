import { tags } from "../pages/__tests__/tags"
import { createOrder, createTransaction, submit, testSandbox } from "./kit"

const THANKS = "https://shop.example.com/thanks"
const CART = "https://shop.example.com/cart"

describe("hosted pages", () => {
  const sandbox = testSandbox()

  async function transaction(
    fields: Record<string, unknown> = {}
  ): Promise<string> {
    const answer = await createTransaction(sandbox, fields)
    return answer.body.data.approvedUrl as string
  }

  async function order(fields: Record<string, unknown> = {}): Promise<string> {
    const answer = await createOrder(sandbox, {
      success_url: THANKS,
      cancel_url: CART,
      ...fields,
    })
    return answer.body.data.checkout_url as string
  }

  const outcome = async (response: Response) => [
    response.status,
    response.headers.get("location"),
  ]

  describe.each([
    ["hosted", () => transaction()],
    ["onchain", () => order()],
  ])("%s", (_, create) => {
    it("is a page without external resources, cache and frames", async () => {
      const response = await fetch(await create())
      expect(response.status).toBe(200)
      expect(response.headers.get("content-type")).toMatch(/^text\/html/)
      expect(response.headers.get("cache-control")).toBe("no-store")
      expect(response.headers.get("x-frame-options")).toBe("DENY")
      const policy = response.headers.get("content-security-policy") ?? ""
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("form-action 'self'")
      expect(await response.text()).toContain("10.50")
    })

    it("redirects a buyer who leaves to the store without a change", async () => {
      const url = await create()
      expect(await outcome(await submit(url, { intent: "leave" }))).toEqual([
        303,
        CART,
      ])
      const [entry] = [...sandbox.transactions(), ...sandbox.orders()]
      expect(entry?.status).toBe("pending")
    })

    it("redirects to the success URL, also when sent twice", async () => {
      const url = await create()
      const pay = { intent: "pay", method: "wallet_balance" }
      const expected = [303, THANKS]
      expect(await outcome(await submit(url, pay))).toEqual(expected)
      expect(await outcome(await submit(url, pay))).toEqual(expected)
      expect(await outcome(await submit(url, { intent: "leave" }))).toEqual(
        expected
      )
    })

    it("shows the form again for an unknown intent", async () => {
      const response = await submit(await create(), { intent: "dance" })
      expect(response.status).toBe(422)
    })

    it("answers 404 with a page to an unknown token", async () => {
      const url = (await create()).replace(/[^/]+$/, "nothing")
      for (const response of [await fetch(url), await submit(url, {})]) {
        expect(response.status).toBe(404)
        expect(response.headers.get("content-type")).toMatch(/^text\/html/)
      }
    })
  })

  describe("hosted", () => {
    it.each(["", "debit_card", "nothing"])(
      "rejects a payment by the method %j",
      async (method) => {
        const response = await submit(await transaction(), {
          intent: "pay",
          ...(method && { method }),
        })
        expect(response.status).toBe(422)
        expect(sandbox.transactions()[0]?.status).toBe("pending")
      }
    )

    it("does not let a failed transaction be paid on the page", async () => {
      const url = await transaction()
      expect(await outcome(await submit(url, { intent: "fail" }))).toEqual([
        303,
        CART,
      ])
      const pay = await submit(url, { intent: "pay", method: "wallet_balance" })
      expect(pay.status).toBe(409)
      expect(sandbox.transactions()[0]?.status).toBe("failed")
    })

    it("does not let a paid transaction fail", async () => {
      const url = await transaction()
      await submit(url, { intent: "pay", method: "wallet_balance" })
      expect((await submit(url, { intent: "fail" })).status).toBe(409)
      expect(sandbox.transactions()[0]?.status).toBe("success")
    })

    it("has no live page for a sandbox transaction", async () => {
      const url = (await transaction()).replace("/sandbox/", "/")
      expect((await fetch(url)).status).toBe(404)
    })
  })

  describe("onchain", () => {
    it("pays exactly the amount from the built-in wallet", async () => {
      await submit(await order(), { intent: "pay" })
      const [entry] = sandbox.orders()
      const { transfers } = sandbox.chain("POLYGON")
      const [receipt] = transfers.slice(-1)
      expect(receipt?.txHash).toBe(entry?.payment?.txHash)
      expect(receipt).toMatchObject({
        from: sandbox.walletAddress,
        to: entry?.destinationAddress,
        amount: "10.50",
        status: "success",
      })
    })

    it.each([
      [
        "pay_less",
        "POLYGON",
        "9.45",
        "moved 9.45, the order requires exactly 10.50",
      ],
      ["pay_more", "POLYGON", "11.55", "moved 11.55"],
      ["pay_elsewhere", "ETH", "10.50", "to be paid on POLYGON"],
    ] as const)(
      "shows the result of %s: the coins move, the order waits",
      async (intent, chain, amount, shownText) => {
        const url = await order()
        const response = await submit(url, { intent })
        expect(response.status).toBe(422)
        const [entry] = sandbox.orders()
        expect(entry).toMatchObject({ status: "pending", payment: null })
        const html = await response.text()
        const alert = tags(html).find(
          ({ attributes }) => attributes.role === "alert"
        )
        expect(alert?.text).toContain(shownText)
        const [hash = ""] = /0x[0-9a-f]{64}/.exec(html) ?? []
        expect(sandbox.chain(chain).transfers).toMatchObject([
          { txHash: hash, amount, to: entry?.destinationAddress },
        ])
        await submit(url, { intent: "pay" })
        expect(sandbox.orders()[0]?.status).toBe("paid")
      }
    )

    it("moves no coins for an order that has ended", async () => {
      const url = await order()
      await submit(url, { intent: "cancel" })
      for (const intent of [
        "pay",
        "pay_less",
        "pay_more",
        "pay_elsewhere",
        "pay_unconfirmed",
      ]) {
        expect((await submit(url, { intent })).status).toBe(409)
      }
      for (const chain of ["POLYGON", "ETH"] as const) {
        expect(sandbox.chain(chain).transfers).toEqual([])
      }
    })

    it.each([
      ["pay", "cancel", "this one is cancelled"],
      ["cancel", "pay", "this one is paid"],
    ])(
      "explains the order's state to a late buyer who would %s",
      async (intent, before, shownText) => {
        const url = await order()
        await submit(url, { intent: before })
        const response = await submit(url, { intent })
        expect(response.status).toBe(409)
        const alert = tags(await response.text()).find(
          ({ attributes }) => attributes.role === "alert"
        )
        expect(alert?.text).toContain(shownText)
      }
    )

    it("shows the result on its own page when the order has no return URLs", async () => {
      const url = await order({ success_url: undefined, cancel_url: undefined })
      const response = await submit(url, { intent: "pay" })
      expect(response.status).toBe(200)
      expect(await response.text()).toContain(
        sandbox.orders()[0]?.payment?.txHash
      )
    })
  })
})
