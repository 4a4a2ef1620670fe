/**
 * One color per role. Every text and control meets WCAG AA on its background.
 */
export const light = {
  page: "#f4f6f4",
  card: "#ffffff",
  ink: "#14201c",
  muted: "#55635d",
  line: "#dde4e0",
  control: "#84918b",
  accent: "#0b6a57",
  accentHover: "#085546",
  onAccent: "#ffffff",
  accentSoft: "#e6f3ee",
  notice: "#fdf2d8",
  noticeInk: "#664600",
  danger: "#b3261e",
  dangerSoft: "#fcebe9",
}

/** One color per role. */
export type Palette = Record<keyof typeof light, string>

export const dark: Palette = {
  page: "#0e1312",
  card: "#171e1c",
  ink: "#e8efec",
  muted: "#a4b3ad",
  line: "#2b3633",
  control: "#6f7e78",
  accent: "#5ed2b2",
  accentHover: "#7fe0c5",
  onAccent: "#05231b",
  accentSoft: "#15312a",
  notice: "#322810",
  noticeInk: "#f2d590",
  danger: "#ffa299",
  dangerSoft: "#3a1d1b",
}

/** The palette as CSS custom properties: `accentSoft` → `--accent-soft`. */
export function customProperties(palette: Palette): string {
  return Object.entries(palette)
    .map(([role, colour]) => {
      const name = role.replace(
        /[A-Z]/g,
        (letter) => `-${letter.toLowerCase()}`
      )
      return `--${name}:${colour}`
    })
    .join(";")
}
