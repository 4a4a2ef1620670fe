import { Modules } from "@medusajs/framework/utils"
import notifyOfExceptions from "../../src/jobs/notify-of-exceptions"
import { STABLECOIN_EVENTS } from "../../src/modules/stablecoin"
import { Admin } from "../setup/admin/admin"
import { databaseOf } from "../setup/store/ledger"
import { openPayment } from "../setup/store/open-payment"
import { settled } from "../setup/store/settled"
import { stablecoinOf } from "../setup/store/stablecoin"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../setup/wait-for"

type Notification = {
  resource_id: string
  template: string
  data: { title: string; description: string }
}

storeTest({
  tests: (store) => {
    const admin = new Admin(store)
    beforeAll(async () => {
      await admin.enrol()
    })

    /** The feed as the admin's bell requests it. */
    const feed = async (): Promise<Notification[]> => {
      const { body } = await admin.call<{ notifications: Notification[] }>(
        "GET",
        "/admin/notifications?channel=feed&to[]="
      )
      return body.notifications
    }
    const feedWith = async (length: number) =>
      await waitFor(`${length} notifications`, async () => {
        const notifications = await feed()
        return notifications.length === length && notifications
      })
    const ask = async (key: string): Promise<string> => {
      const [opened] = await stablecoinOf(store).exceptions.open(null, {
        kind: "not_settled",
        key,
        message: `You hold money: ${key}.`,
        details: {},
      })
      return opened!.id
    }
    const made = async (id: string, minutesAgo: number) => {
      const at = new Date(Date.now() - minutesAgo * 60_000)
      await databaseOf(store)("stablecoin_exception")
        .where({ id })
        .update({ created_at: at, updated_at: at })
    }

    it("a new exception is in the admin's feed, once, however often it is announced", async () => {
      const id = await ask("first")
      const [notification] = await feedWith(1)
      expect(notification).toMatchObject({
        resource_id: id,
        template: "admin-ui",
        data: {
          title: "Stablecoin payments: an exception needs you",
          description: "You hold money: first.",
        },
      })

      await store.container.resolve(Modules.EVENT_BUS).emit([
        { name: STABLECOIN_EVENTS.exceptionOpened, data: { id } },
        { name: STABLECOIN_EVENTS.exceptionOpened, data: { id } },
      ])
      await ask("second")
      expect((await feedWith(2)).map(({ data }) => data.description)).toEqual([
        "You hold money: second.",
        "You hold money: first.",
      ])
    })

    it("a refund due is one notification, not two", async () => {
      const { id } = await openPayment(store, "onchain")
      await store.sandbox.pay({ orderNo: id })
      await settled(store)
      await stablecoinOf(store).refunds.oweRemainder(id, "a broken cup")

      const [notification] = await feedWith(1)
      expect(notification!.data).toEqual({
        title: "Stablecoin payments: a refund is due",
        description: expect.stringContaining("a broken cup"),
      })
      await ask("afterwards")
      expect(await feedWith(2)).toHaveLength(2)
    })

    it("what a dead process did not announce is put there by the job, once, while it is young and open", async () => {
      const lost = await ask("lost")
      const old = await ask("old")
      const answered = await ask("answered")
      const young = await ask("young")
      await feedWith(4)
      const db = databaseOf(store)
      await db("notification").del()
      await made(lost, 5)
      await made(old, 25 * 60)
      await made(answered, 5)
      await db("stablecoin_exception")
        .where({ id: answered })
        .update({ status: "resolved" })

      await notifyOfExceptions(store.container)
      await notifyOfExceptions(store.container)

      const ids = (await feed()).map(({ resource_id }) => resource_id)
      expect(ids).toEqual([lost])
      // Its own announcement may still be in progress.
      expect(ids).not.toContain(young)
    })

    it("a feed that can't be written disturbs nothing", async () => {
      const db = databaseOf(store)
      await db.schema.renameTable("notification", "out_of_reach")
      try {
        await made(await ask("unheard"), 5)
        await notifyOfExceptions(store.container)
      } finally {
        await db.schema.renameTable("out_of_reach", "notification")
      }
      await notifyOfExceptions(store.container)
      expect(await feedWith(1)).toMatchObject([
        { data: { description: "You hold money: unheard." } },
      ])
    })
  },
})
