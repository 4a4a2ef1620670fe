import { html, raw } from "hono/html"

const STYLE = `
:root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif }
body { max-width: 32rem; margin: 12vh auto; padding: 0 1.25rem }
h1 { font-size: 1.6rem; margin: 0 0 .25rem }
.price { font-size: 1.2rem; margin: 0 0 2rem }
form { display: grid; gap: .75rem }
button { font: inherit; font-weight: 600; padding: .8rem 1rem; border-radius: .6rem;
  border: 1px solid #2563eb; background: #2563eb; color: #fff; cursor: pointer }
button.quiet { background: transparent; color: inherit; border-color: #8888 }
button:focus-visible, a:focus-visible { outline: 3px solid #93c5fd; outline-offset: 2px }
.note { opacity: .75; font-size: .9rem }
a { color: inherit }
`

type Page = ReturnType<typeof html>

function page(title: string, body: Page, refreshSeconds?: number): Page {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${
          refreshSeconds
            ? html`<meta http-equiv="refresh" content="${refreshSeconds}" />`
            : ""
        }
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`
}

/** What is for sale, and the two ways to pay. Amounts in US dollars. */
export function productPage(price: number, shipping: number): Page {
  return page(
    "Enamel mug",
    html`<h1>Enamel mug</h1>
      <p class="price">
        $${price.toFixed(2)}
        <span class="note">and $${shipping.toFixed(2)} for shipping</span>
      </p>
      <form method="post" action="/buy">
        <button name="rail" value="hosted">Pay on the gateway's page</button>
        <button class="quiet" name="rail" value="onchain">
          Pay on chain, in USDT
        </button>
      </form>
      <p class="note">A demo: nothing is shipped, and no real money moves.</p>`
  )
}

export function paidPage(displayId: number, storeUrl: string): Page {
  return page(
    "Thank you",
    html`<h1>Thank you for your order #${displayId}</h1>
      <p>Your payment is confirmed and captured.</p>
      <p>
        <a href="${storeUrl}/app/orders">See it as the merchant</a> ·
        <a href="/">Buy another one</a>
      </p>`
  )
}

/** Looks again by itself: the gateway's confirmation may be on its way. */
export function waitingPage(): Page {
  return page(
    "One moment",
    html`<h1>One moment</h1>
      <p role="status">The payment is not confirmed yet.</p>
      <p><a href="/">Back to the shop</a></p>`,
    2
  )
}

export function messagePage(title: string, text: string): Page {
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/">Back to the shop</a></p>`
  )
}
