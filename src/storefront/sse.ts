/** An event, as the server-sent events standard defines it. */
export type ServerEvent = { event: string; data: string; id: string }

export type ServerEventParser = {
  /**
   * Takes the next piece of text, cut anywhere, and returns the events that it
   * completes.
   */
  feed(text: string): ServerEvent[]
  /** The reconnection delay that the server asks for, in milliseconds. */
  readonly retry: number | undefined
}

/** Parses server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function serverEventParser(): ServerEventParser {
  let rest = ""
  let afterReturn = false
  let retry: number | undefined
  let id = ""
  let event = ""
  let data: string[] = []

  const take = (line: string): ServerEvent[] => {
    if (line === "") {
      const complete = data.length
        ? [{ event: event || "message", data: data.join("\n"), id }]
        : []
      event = ""
      data = []
      return complete
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === "data") {
      data.push(value)
    } else if (field === "event") {
      event = value
    } else if (field === "id" && !value.includes("\0")) {
      id = value
    } else if (field === "retry" && /^\d+$/.test(value)) {
      retry = Number(value)
    }
    return []
  }

  return {
    feed(text) {
      if (!text) {
        return []
      }
      // A line feed after the previous piece's carriage return doesn't start
      // another line.
      const lines = (
        rest + (afterReturn ? text.replace(/^\n/, "") : text)
      ).split(/\r\n|\r|\n/)
      afterReturn = text.endsWith("\r")
      rest = lines.pop() ?? ""
      return lines.flatMap(take)
    },
    get retry() {
      return retry
    },
  }
}
