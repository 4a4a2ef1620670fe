import { STATUS_CODES } from "node:http"

/** The URLs of the redirects, ending with the page shown. */
export type Redirects = { stops: string[]; status: number }

const MAX_REDIRECTS = 5

/**
 * Pays on a checkout page as a browser does. Opens it, submits the form with
 * the pay button and its default values, and follows the redirects.
 *
 * @throws Error if the page can't be opened, has no such form, or rejects it
 */
export async function payOnPage(url: string): Promise<Redirects> {
  const page = await fetch(url)
  if (page.status !== 200) {
    throw new Error(`${url} answered ${page.status}`)
  }
  const answer = await fetch(url, {
    method: "POST",
    body: payForm(await page.text()),
    redirect: "manual",
  })
  if (answer.status !== 303) {
    throw new Error(
      `the page answered ${answer.status} ${STATUS_CODES[answer.status]} to the payment`
    )
  }
  return await follow(answer, url)
}

/** Finds the form with the pay button, with its default values. */
function payForm(html: string): URLSearchParams {
  for (const [, content = ""] of html.matchAll(
    /<form\b[^>]*>(.*?)<\/form>/gs
  )) {
    if (/name="intent" value="pay"/.test(content)) {
      const fields = new URLSearchParams({ intent: "pay" })
      for (const [input] of content.matchAll(
        /<input\b[^>]*\bchecked\b[^>]*>/g
      )) {
        fields.set(attribute(input, "name"), attribute(input, "value"))
      }
      return fields
    }
  }
  throw new Error("the page has no button to pay")
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "")
}

function unescaped(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&amp;", "&")
}

async function follow(first: Response, from: string): Promise<Redirects> {
  const stops: string[] = []
  let answer = first
  let here = from
  while (answer.status >= 300 && answer.status < 400) {
    if (stops.length === MAX_REDIRECTS) {
      throw new Error(`the page redirects too often: ${stops.join(" → ")}`)
    }
    here = new URL(answer.headers.get("location") ?? "", here).href
    stops.push(here)
    answer = await fetch(here, { redirect: "manual" })
  }
  await answer.body?.cancel()
  return { stops, status: answer.status }
}
