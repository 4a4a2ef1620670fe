import cluster, { type Worker } from "node:cluster"
import { z } from "zod"

const schema = z.object({ receiverUrl: z.string() })

/** Reports to the process that started this one that it receives webhooks. */
export function reportReady(receiverUrl: string): void {
  cluster.worker?.send({ receiverUrl } satisfies z.infer<typeof schema>)
}

/** Waits until a worker receives webhooks. */
export async function readyMessage(worker: Worker): Promise<[url: string]> {
  return await new Promise((resolve) => {
    const read = (message: unknown): void => {
      const { data } = schema.safeParse(message)
      if (data) {
        worker.off("message", read)
        resolve([data.receiverUrl])
      }
    }
    worker.on("message", read)
  })
}
