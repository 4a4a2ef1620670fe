import { markup, trusted, type Markup } from "./markup"

const SHAPES = {
  alert:
    '<path d="M12 8.5v4.5m0 3.2v.1M10.3 4.2 2.9 17a2 2 0 0 0 1.7 3h14.8a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0z"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  cross: '<path d="m6.5 6.5 11 11m0-11-11 11"/>',
  minus: '<path d="M6 12h12"/>',
  network:
    '<circle cx="12" cy="5" r="2.5"/><circle cx="5" cy="18" r="2.5"/><circle cx="19" cy="18" r="2.5"/><path d="m10.8 7.2-4.6 8.6m7-8.6 4.6 8.6M7.5 18h9"/>',
  wallet:
    '<path d="M17 8V5.5A1.5 1.5 0 0 0 15.5 4h-10a2 2 0 0 0 0 4H18a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5.5a2 2 0 0 1-2-2V6"/><path d="M16.5 13.9v.2"/>',
} as const

export type IconName = keyof typeof SHAPES

/** A line icon in the color of its text, hidden from screen readers. */
export function icon(name: IconName): Markup {
  return markup`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${trusted(SHAPES[name])}</svg>`
}
