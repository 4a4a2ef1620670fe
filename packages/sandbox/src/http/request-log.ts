import type { EndpointName } from "./endpoints"

/** The APIs of the gateway, the chains' JSON-RPC, and the prices. */
export const RECORDED_APIS = ["merchant", "business", "rpc", "rates"] as const
export type RecordedApi = (typeof RECORDED_APIS)[number]

/** Whether stores call it every few seconds, whether there are buyers or not. */
export function isPolled(api: RecordedApi): boolean {
  return api === "rpc" || api === "rates"
}

/** One request as received. Secrets and bearer tokens are masked. */
export type RequestRecord = {
  id: string
  at: string
  api: RecordedApi
  endpoint: EndpointName | null
  method: string
  path: string
  authorization: string | null
  /**
   * The parsed JSON body, or the text of anything else. Of JSON-RPC the names of
   * its methods.
   */
  body: unknown
  /** Null until the response is sent, and if it was lost. */
  status: number | null
  /** The fault applied to this request. */
  fault: string | null
}

export type RequestFilter = {
  api?: RecordedApi
  endpoint?: EndpointName
}

const KEPT = 5000

/** The most recent requests. */
export class RequestLog {
  private readonly records: RequestRecord[] = []

  add(record: RequestRecord): void {
    this.records.push(record)
    if (this.records.length > KEPT) {
      this.records.shift()
    }
  }

  list({ api, endpoint }: RequestFilter = {}): RequestRecord[] {
    return structuredClone(
      this.records.filter(
        (record) =>
          (api ?? record.api) === record.api &&
          (endpoint ?? record.endpoint) === record.endpoint
      )
    )
  }
}
