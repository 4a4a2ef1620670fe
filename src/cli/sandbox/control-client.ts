import { request } from "undici"
import { CommandError } from "../io"
import { COMMAND } from "../command"

/**
 * Sends a request to a running sandbox's control address.
 *
 * @throws CommandError whose message includes the remedy
 */
export async function requestControl(
  control: string,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object
): Promise<unknown> {
  if (!URL.canParse(control)) {
    throw new CommandError(
      `${control} is not an address such as http://127.0.0.1:4030.`
    )
  }
  const url = new URL(path, control)
  let status: number
  let text: string
  try {
    const response = await request(url, {
      method,
      ...(body && {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    })
    status = response.statusCode
    text = await response.body.text()
  } catch (error) {
    const { code } = error as { code?: string }
    throw new CommandError(
      `No sandbox answers at ${url.origin} (${code ?? "no connection"}). Start one with "${COMMAND} sandbox", or name its control address with --control.`
    )
  }
  const answer = parsed(text)
  if (status >= 400) {
    const reason = (answer as { error?: string } | undefined)?.error
    throw new CommandError(reason ?? `${url.origin} answered ${status}.`)
  }
  if (answer === undefined) {
    throw new CommandError(
      `${url.origin} is not the control address of a sandbox.`
    )
  }
  return answer
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
