import { Modules } from "@medusajs/framework/utils"
import notifyOfExceptions from "../../src/jobs/notify-of-exceptions"
import { STABLECOIN_EVENTS } from "../../src/modules/stablecoin"
import { Admin } from "../setup/admin/admin"
import { AdminOperations } from "../setup/admin/admin-api"
import { writeRefundDue } from "../setup/store/refund-due"
import { storeTest } from "../setup/store/store"
import { restoreProviders, unordered } from "../setup/store/unordered"
import { waitFor } from "../../tools/harness/wait-for"

type Notification = {
  resource_id: string
  template: string
  data: { title: string; description: string }
}

storeTest((store) => {
  const admin = Admin.enrolled(store)

  /** The feed as the admin's bell requests it. */
  const feed = async (): Promise<Notification[]> => {
    const body = await admin.get<{ notifications: Notification[] }>(
      "/admin/notifications?channel=feed&to[]="
    )
    return body.notifications
  }
  const feedWith = async (length: number) =>
    await waitFor(`${length} notifications`, async () => {
      const notifications = await feed()
      return notifications.length === length && notifications
    })
  const openException = async (key: string): Promise<string> => {
    const [opened] = await store.stablecoin.exceptions.open(null, {
      kind: "not_settled",
      key,
      details: {},
    })
    return opened!.id
  }
  const made = async (id: string, minutesAgo: number) => {
    const at = new Date(Date.now() - minutesAgo * 60_000)
    await store
      .db("stablecoin_exception")
      .where({ id })
      .update({ opened_at: at })
  }

  it("notifies the admin's feed of a new exception once, even if it is announced repeatedly", async () => {
    const id = await openException("first")
    const [notification] = await feedWith(1)
    expect(notification).toMatchObject({
      resource_id: id,
      template: "admin-ui",
      data: {
        title: "Stablecoin payments: Rejected by Medusa",
        description: "See Stablecoin payments > Exceptions.",
      },
    })

    await store.container.resolve(Modules.EVENT_BUS).emit([
      { name: STABLECOIN_EVENTS.exceptionOpened, data: { id } },
      { name: STABLECOIN_EVENTS.exceptionOpened, data: { id } },
    ])
    const second = await openException("second")
    expect((await feedWith(2)).map(({ resource_id }) => resource_id)).toEqual([
      second,
      id,
    ])
  })

  it("does not repeat a notification when the merchant's retry fails", async () => {
    const { exception } = await unordered(store, false)
    await feedWith(1)

    const { status } = await new AdminOperations(store).resolve(exception, {
      action: "retry",
    })

    expect(status).toBe(200)
    expect(await store.openExceptions()).toEqual(["order_missing"])
    await restoreProviders(store)
    const next = await openException("next")
    expect((await feedWith(2)).map(({ resource_id }) => resource_id)).toEqual([
      next,
      exception,
    ])
  })

  it("names the page of a refund due once, and no id, amount or note", async () => {
    const { id } = await store.buy("onchain")
    await writeRefundDue(store, id, "a broken cup")

    const [notification] = await feedWith(1)
    expect(notification!.data).toEqual({
      title: "Stablecoin payments: Refund to send",
      description: "See Stablecoin payments > Refunds.",
    })
    await openException("afterwards")
    expect(await feedWith(2)).toHaveLength(2)
  })

  it("adds a dead process's missing notification once, while its exception is recent and open", async () => {
    const lost = await openException("lost")
    const old = await openException("old")
    const resolved = await openException("resolved")
    const recent = await openException("recent")
    await feedWith(4)
    const db = store.db
    await db("notification").del()
    await made(lost, 5)
    await made(old, 25 * 60)
    await made(resolved, 5)
    await db("stablecoin_exception")
      .where({ id: resolved })
      .update({ status: "resolved" })

    await notifyOfExceptions(store.container)
    await notifyOfExceptions(store.container)

    const ids = (await feed()).map(({ resource_id }) => resource_id)
    expect(ids).toEqual([lost])
    // Its own announcement may still be in progress.
    expect(ids).not.toContain(recent)
  })

  it("works without the feed when it can't be written", async () => {
    const db = store.db
    let unannounced = ""
    await db.schema.renameTable("notification", "out_of_reach")
    try {
      unannounced = await openException("unannounced")
      await made(unannounced, 5)
      await notifyOfExceptions(store.container)
    } finally {
      await db.schema.renameTable("out_of_reach", "notification")
    }
    await notifyOfExceptions(store.container)
    expect(await feedWith(1)).toMatchObject([{ resource_id: unannounced }])
  })
})
