import { customProperties } from "./theme"

const BASE = `
:root{${customProperties()};--radius:14px;--mono:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--page);color:var(--ink);font:400 16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
h1,h2,p,dl,dd,fieldset,legend{margin:0;padding:0}
fieldset{border:0;min-width:0}
h2{font-size:1.0625rem;line-height:1.4;font-weight:600}
code{font-family:var(--mono);font-size:.875em;display:inline-block}
strong{font-weight:600}
[hidden]{display:none!important}
.icon{width:1.25em;height:1.25em;flex:none;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.hint{color:var(--muted);font-size:.875rem}
.visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;padding:0;border:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`

const LAYOUT = `
.top,.foot,main{width:100%;max-width:66rem;margin-inline:auto;padding-inline:1rem}
.top{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding-block:1rem}
.brand{display:flex;align-items:center;gap:.75rem;min-width:0}
.merchant{font-weight:600;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.monogram{display:grid;place-items:center;flex:none;width:2.25rem;height:2.25rem;border-radius:.6875rem;background:var(--accent);color:var(--on-accent);font-weight:600}
.badge{flex:none;padding:.1875rem .625rem;border-radius:99px;background:var(--notice);color:var(--notice-ink);font-size:.8125rem;font-weight:600}
main{flex:1}
.foot{padding-block:1.5rem;text-wrap:balance;color:var(--muted);font-size:.8125rem;text-align:center}
.checkout{display:grid;gap:1.5rem;align-content:start}
.summary{padding-block:.5rem 0}
h1{font-weight:600;letter-spacing:-.015em}
.payee{display:block;color:var(--muted);font-size:1rem;font-weight:400;letter-spacing:0}
.amount{display:block;margin-top:.125rem;font-size:clamp(2.25rem,11vw,3rem);line-height:1.15;letter-spacing:-.03em}
.amount.long{font-size:clamp(1.75rem,8.5vw,2.75rem)}
.amount.longest{font-size:clamp(1.25rem,6.2vw,2rem)}
.number{white-space:nowrap}
.longest .unit{font-size:.65em}
.unit{color:var(--muted);font-size:.5em;font-weight:500;letter-spacing:0}
.card{background:var(--card);border:1px solid var(--line);border-radius:1.25rem;padding:1.25rem;box-shadow:0 1px 2px rgb(0 0 0/.04),0 12px 32px -12px rgb(0 0 0/.1)}
.details{display:grid;gap:.625rem;margin-top:1.25rem;padding-top:1.25rem;border-top:1px solid var(--line);font-size:.9375rem}
.details>div{display:grid;grid-template-columns:6rem minmax(0,1fr);gap:1rem}
.details dt{color:var(--muted)}
@media (min-width:54rem){
.top,.foot,main{padding-inline:2rem}
.top{padding-block:1.25rem}
.checkout{grid-template-columns:minmax(0,1fr) minmax(0,29rem);gap:4rem;padding-top:.75rem}
.summary{padding-top:1.5rem}
.card{padding:2rem}
.payee{font-size:1.125rem}
.amount:not(.long,.longest){font-size:3.25rem}
}
`

const CONTROLS = `
button,input{font:inherit;color:inherit}
.button{display:flex;align-items:center;justify-content:center;gap:.5rem;width:100%;min-height:3rem;padding:.625rem 1rem;border:1px solid var(--control);border-radius:var(--radius);background:transparent;color:var(--ink);font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.button:hover{border-color:var(--accent);background:var(--accent-soft)}
.primary{border-color:transparent;background:var(--accent);color:var(--on-accent);font-size:1.0625rem;font-variant-numeric:tabular-nums}
.primary:hover{border-color:transparent;background:var(--accent-hover)}
.quiet{border-color:transparent;color:var(--muted);font-weight:500}
.quiet:hover{border-color:transparent;color:var(--ink)}
.small{min-height:2.75rem;font-size:.9375rem;font-weight:500}
.method{position:relative;display:flex;align-items:center;gap:.875rem;margin-top:.75rem;padding:.875rem 1rem;border:1px solid var(--control);border-radius:var(--radius);cursor:pointer}
.method:hover{border-color:var(--accent)}
.method:has(:checked){border-color:var(--accent);background:var(--accent-soft);box-shadow:inset 0 0 0 1px var(--accent)}
.method:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.method input{order:2;flex:none;width:1.25rem;height:1.25rem;margin:0 0 0 auto;accent-color:var(--accent)}
@supports selector(:has(*)){.method input:focus-visible{outline:none}}
.method-icon{display:grid;place-items:center;flex:none;width:2.5rem;height:2.5rem;border-radius:.75rem;background:var(--page);color:var(--accent)}
.method-name{font-weight:600}
fieldset+.button{margin-top:1.25rem}
.button+.quiet{margin-top:.5rem}
.alert,.notice{display:flex;gap:.75rem;padding:.875rem 1rem;border-radius:var(--radius);font-size:.9375rem}
.alert{margin-bottom:1.25rem;background:var(--danger-soft);color:var(--danger)}
.alert .icon,.notice .icon{margin-top:.0625rem}
.alert:focus-visible{outline-color:var(--danger)}
.notice{margin-top:.75rem;background:var(--notice);color:var(--notice-ink)}
.notice strong{display:block}
.empty{margin-top:.5rem;color:var(--muted)}
.sandbox{margin-top:1.5rem;padding:1rem 1.125rem;border:1px dashed var(--control);border-radius:var(--radius);font-size:.9375rem}
.sandbox h2{display:flex;align-items:center;gap:.5rem;font-size:.9375rem}
.sandbox p{margin-top:.25rem;color:var(--muted);font-size:.875rem}
.sandbox .details{margin-top:.75rem;padding-top:0;border-top:0;gap:.375rem;font-size:.875rem}
.sandbox .details>div{grid-template-columns:4.5rem minmax(0,1fr)}
.sandbox .button{margin-top:.875rem}
.sandbox .or{margin-top:1rem}
.wrong{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.5rem}
.wrong .button{flex:1 1 9rem;width:auto;margin:0;line-height:1.3}
.mistake{display:block;color:var(--muted);font-size:.8125rem;font-weight:400}
.refused{margin-top:1rem;padding-top:1rem;border-top:1px dashed var(--control)}
`

const ORDER = `
.fields{margin-top:.75rem}
.field{padding-block:.75rem;border-bottom:1px solid var(--line)}
.field dt{color:var(--muted);font-size:.875rem}
.exact{font-weight:600;font-variant-numeric:tabular-nums}
.address{line-height:1.5}
.address,.sandbox code{max-width:21.5ch}
.ways-out{margin-top:.75rem;display:flex;flex-wrap:wrap}
.ways-out .button{flex:1 1 11rem;width:auto;margin:0}
`

const OUTCOME = `
.outcome{display:grid;align-content:center;justify-items:center;padding-block:1rem}
.outcome .card{width:100%;max-width:30rem;text-align:center}
.outcome h1{font-size:1.625rem;line-height:1.25}
.lead{text-wrap:pretty;margin-top:.5rem;color:var(--muted)}
.outcome .details{text-align:start}
.outcome .button,.outcome .card>.hint{margin-top:1.5rem}
.medal{display:grid;place-items:center;width:4rem;height:4rem;margin:.5rem auto 1.25rem;border-radius:50%;font-size:1.625rem;background:var(--page);color:var(--muted)}
.medal .icon{stroke-width:2.2}
.good{background:var(--accent-soft);color:var(--accent)}
.bad{background:var(--danger-soft);color:var(--danger)}
.status{margin-bottom:.25rem;color:var(--muted);font-size:.875rem}
@media (prefers-reduced-motion:no-preference){
.button,.method{transition:background-color .15s,border-color .15s,color .15s,box-shadow .15s}
.medal{animation:arrive .35s ease-out}
@keyframes arrive{from{opacity:0;transform:scale(.8)}}
}
@media (forced-colors:active){.method:has(:checked){outline:2px solid Highlight}}
`

/** The only style sheet of the pages, without external fonts or images. */
export const styles = BASE + LAYOUT + CONTROLS + ORDER + OUTCOME
